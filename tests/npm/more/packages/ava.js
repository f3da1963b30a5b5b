// SPDX-License-Identifier: MIT
// ava, by its command, in workers and in processes: passes, failures with a diff, snapshots.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { run, directory } = require('./help');

const place = directory({
  'package.json': '{ "type": "module" }',
  'test.js': `import test from 'ava';
test('same', (t) => { t.deepEqual({ a: [1] }, { a: [1] }); });
test('rejects', async (t) => {
  await t.throwsAsync(Promise.reject(new TypeError('q')), { instanceOf: TypeError, message: 'q' });
});
test('differs', (t) => { t.deepEqual({ b: [1, 2] }, { b: [1, 3] }); });
test('throws', () => { undefined.x; });
test.serial('snapshot', (t) => { t.snapshot({ a: 1 }); });
test.skip('skipped', (t) => t.fail());
`,
});
const modules = path.resolve(__dirname, '../node_modules');
fs.symlinkSync(modules, path.join(place, 'node_modules'));
const command = path.join(modules, 'ava/entrypoints/cli.mjs');

(async () => {
  for (const words of [[command], [command, '--no-worker-threads']]) {
    const { code, out } = await run(words, { cwd: place });
    assert.strictEqual(code, 1);
    assert.match(out, /2 tests failed\n {2}1 test skipped/);
    assert.match(out, /- {5}2,\n {2}\+ {5}3,\n/);
    assert.match(out, /Cannot read properties of undefined \(reading 'x'\)\n.*test\.js:7:34\n/);
  }
})();
