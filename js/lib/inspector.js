// SPDX-License-Identifier: MIT
// inspector: gyre has none. No inspector is ever open, and opening one is an error, as in a Node
// that was built without.
'use strict';
const EventEmitter = require('events');
const { codes } = require('internal/errors');

function refuse() { throw new codes.ERR_INSPECTOR_NOT_AVAILABLE(); }

class Session extends EventEmitter {
  connect() { refuse(); }
  connectToMainThread() { refuse(); }
  post() { throw new codes.ERR_INSPECTOR_NOT_CONNECTED(); }
  disconnect() {} // eslint-disable-line class-methods-use-this -- it is never connected
}

const events = ['requestWillBeSent', 'responseReceived', 'loadingFinished', 'loadingFailed'];

module.exports = {
  open: () => refuse(),
  close() {},
  url() { return undefined; },
  waitForDebugger() { throw new codes.ERR_INSPECTOR_NOT_ACTIVE(); },
  console: globalThis.console,
  Session,
  Network: Object.fromEntries(events.map((name) => [name, () => {}])), // nobody listens
};
