// SPDX-License-Identifier: MIT
// trace_events: the engine has no trace events. (gyre --trace is something else.)
'use strict';
const { codes } = require('internal/errors');

module.exports = {
  createTracing() { throw new codes.ERR_TRACE_EVENTS_UNAVAILABLE(); },
  getEnabledCategories() { return undefined; },
};
