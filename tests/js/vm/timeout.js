// SPDX-License-Identifier: MIT
// A script that runs too long, or is interrupted, ends; the program continues.
'use strict';
const assert = require('assert');
const vm = require('vm');

const late = { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT',
  message: 'Script execution timed out after 20ms' };
for (const text of ['for (;;);', 'try { for (;;); } catch {} finally { for (;;); }',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)']) {
  assert.throws(() => vm.runInNewContext(text, {}, { timeout: 20 }), late);
  assert.strictEqual(vm.runInThisContext('6 * 7', { timeout: 1000 }), 42);
}
// The program's own listeners do not get a signal that interrupts a script.
process.on('SIGINT', () => assert.fail('heard'));
const kill = { kill: () => process.kill(process.pid, 'SIGINT') };
assert.throws(() => vm.runInNewContext('kill(); for (;;);', kill, { breakOnSigint: true }),
  { code: 'ERR_SCRIPT_EXECUTION_INTERRUPTED' });
setImmediate(() => process.exit(0));
