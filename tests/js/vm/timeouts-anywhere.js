// SPDX-License-Identifier: MIT
// The timeout of a script may come anywhere: in the library, in C, in a nested script, which has
// a timeout of its own. It must not break what comes after. (Nested scripts sometimes hang in
// Node 20.)
'use strict';
const assert = require('assert');
const fs = require('fs');
const util = require('util');
const vm = require('vm');

const until = Date.now() + 1500;
const timedOut = { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' };

const work = {
  error() { try { null.x; } catch (error) { return error.stack; } },
  inspect() { return util.inspect({ list: [1, new Map([[1, 2]])] }); },
  context() { return vm.runInNewContext('1 + 1'); },
  bytes() { return Buffer.from('abc').toString('hex'); },
  clone() { return structuredClone({ a: [1] }); },
  file() { try { fs.readFileSync('/nonexistent'); } catch (error) { return error.message; } },
  module() {
    const name = '../../../js/nothing';
    try { require(name); } catch (error) { return error.code; }
  },
};

// A script that runs another, which runs another, each with a timeout.
function nest(depth) {
  return () => {
    const inner = depth === 0 ? {} : { run: nest(depth - 1) };
    try {
      vm.runInNewContext(depth === 0 ? 'for (;;);' : 'run(); for (;;);', inner,
        { timeout: 1 + Math.floor(Math.random() * 8) });
    } catch (error) {
      assert.strictEqual(error.code, timedOut.code);
      if (Math.random() < 0.5) throw error;
    }
  };
}

for (let i = 0; Date.now() < until; i++) {
  for (const run of [...Object.values(work), nest(i % 4)]) {
    const timeout = 1 + i % 3;
    assert.throws(() => vm.runInNewContext('for (;;) run();', { run }, { timeout }), timedOut);
  }
}
for (const run of Object.values(work)) assert.notStrictEqual(run(), undefined);
