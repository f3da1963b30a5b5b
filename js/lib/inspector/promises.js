// SPDX-License-Identifier: MIT
// inspector/promises: like inspector, with a post() that returns a promise.
'use strict';
const inspector = require('inspector');

class Session extends inspector.Session {
  async post(...args) { return super.post(...args); }
}

module.exports = { ...inspector, Session };
