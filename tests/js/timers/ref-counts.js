// SPDX-License-Identifier: MIT
// ref() and unref() of cleared or finished timers do not keep the loop alive; refresh() restarts.
'use strict';
const assert = require('assert');

const cleared = setTimeout(() => assert.fail(), 1);
clearTimeout(cleared);
assert.strictEqual(cleared.hasRef(), true);
cleared.unref().ref();
let fired = 0;
const again = setTimeout(() => {
  if (++fired === 1) setImmediate(() => again.refresh());
}, 1);
setTimeout(() => assert.fail(), 1e6).unref();
clearImmediate(setImmediate(() => assert.fail()));
process.on('exit', () => assert.strictEqual(fired, 2));
