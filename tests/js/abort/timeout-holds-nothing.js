// SPDX-License-Identifier: MIT
// AbortSignal.timeout does not keep the process alive, and aborts with a TimeoutError.
'use strict';
const assert = require('assert');

AbortSignal.timeout(1e6);
const signal = AbortSignal.timeout(2);
let reason;
signal.addEventListener('abort', () => { reason = signal.reason; });
setTimeout(() => {}, 50);
process.on('exit', () => {
  assert.strictEqual(reason.name, 'TimeoutError');
  assert.strictEqual(reason.code, DOMException.TIMEOUT_ERR);
  assert.ok(reason instanceof DOMException);
});
