// SPDX-License-Identifier: MIT
// jest 30, by its command, which resolves modules with native code.
'use strict';
const assert = require('assert');
const { directory, run } = require('./help');

const path = require('path');

const modules = path.resolve(__dirname, '../node_modules');
const place = directory({
  'package.json': '{ "jest": { "testEnvironment": "node" } }',
  'a.js': 'module.exports = (a, b) => a + b;',
  'a.test.js': "const add = require('./a');\ntest('adds', () => { expect(add(1, 2)).toBe(3); });\n",
  'b.test.js': "test('fails', () => { expect([1]).toEqual([2]); });\n",
});

(async () => {
  const done = await run(
    [path.join(modules, 'jest/bin/jest.js'), '--rootDir', place], { cwd: place });
  const text = done.out + done.err;
  assert.strictEqual(done.code, 1, text);
  assert.match(text, /Tests:\s+1 failed, 1 passed, 2 total/);
})();
