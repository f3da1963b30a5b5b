// SPDX-License-Identifier: MIT
// _http_agent: an old name for parts of http.
'use strict';
const { Agent, globalAgent } = require('internal/http/agent');

exports.Agent = Agent;
Object.defineProperty(exports, 'globalAgent', {
  configurable: true, enumerable: true, ...globalAgent,
});
