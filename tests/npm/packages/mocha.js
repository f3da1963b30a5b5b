// SPDX-License-Identifier: MIT
// mocha, by its command: a suite with hooks, promises, a failure, a timeout and a skipped test.
'use strict';
const assert = require('assert');
const { run, directory, bin } = require('./help');

const place = directory({
  'test/a.js': `const assert = require('assert');
describe('numbers', () => {
  let n;
  beforeEach(() => { n = 1; });
  it('adds', () => assert.strictEqual(n + 1, 2));
  it('waits', async () => { await new Promise((resolve) => setTimeout(resolve, 5)); });
  it('calls back', (done) => setImmediate(done));
  it('fails', () => assert.strictEqual(n, 2));
  it('is late', function(done) { this.timeout(20); });
  it.skip('is skipped', () => {});
});
`,
  'test/b.mjs': "import assert from 'node:assert'; it('is a module', () => assert.ok(true));\n",
});

(async () => {
  const words = [bin('mocha'), '--reporter', 'json', 'test/*.{js,mjs}'];
  const { code, out } = await run(words, { cwd: place });
  assert.strictEqual(code, 2);
  const { stats, failures } = JSON.parse(out.slice(out.indexOf('{')));
  assert.deepStrictEqual([stats.passes, stats.failures, stats.pending], [4, 2, 1]);
  assert.deepStrictEqual(failures.map((one) => one.title), ['fails', 'is late']);
  assert.match(failures[1].err.message, /Timeout of 20ms exceeded/);
})();
