// SPDX-License-Identifier: MIT
// tape: TAP with plans, subtests, failures and the exit code.
'use strict';
const assert = require('assert');
const { run, directory } = require('./help');

const place = directory({
  'a.js': `const test = require(${JSON.stringify(require.resolve('tape'))});
test('first', (t) => {
  t.plan(2);
  t.equal(1 + 1, 2);
  setTimeout(() => t.deepEqual({ a: [1] }, { a: [1] }), 5);
});
test('second', async (t) => { t.throws(() => { throw new Error('x'); }, /x/); t.equal(1, 2); });
`,
});

(async () => {
  const { code, out } = await run([`${place}/a.js`]);
  assert.strictEqual(code, 1);
  assert.match(out,
    /^TAP version 13\n# first\nok 1 [^\n]*\nok 2 [^\n]*\n# second\nok 3 [^\n]*\nnot ok 4/);
  assert.match(out, /expected: 2\n {4}actual: {3}1[^]*1\.\.4\n# tests 4\n# pass {2}3\n# fail {2}1/);
})();
