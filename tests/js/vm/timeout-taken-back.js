// SPDX-License-Identifier: MIT
// Scripts that finish just when their time is up: the next ones are still ended by their timeouts.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const vm = require('vm');

if (process.argv[2] !== 'child') {
  const done = spawnSync(process.execPath, [__filename, 'child'], { timeout: 15000 });
  assert.deepStrictEqual([done.signal, done.status, done.stderr.toString()], [null, 0, '']);
  process.exit();
}

const context = vm.createContext({ Date });
const busy = new vm.Script('for (const end = Date.now() + 1; Date.now() < end;);');
const endless = new vm.Script('(() => { let x = 0; for (;;) x = (x + 1) | 0; })()');
const isOver = { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' };

for (let i = 0; i < 100; i++) {
  try {
    busy.runInContext(context, { timeout: 1 + i % 2 });
  } catch (error) {
    assert.strictEqual(error.code, isOver.code);
  }
  if (i % 10 === 0) assert.throws(() => endless.runInContext(context, { timeout: 5 }), isOver);
}
