// SPDX-License-Identifier: MIT
// vitest 3, by its command: tests of TypeScript, mocks, a failure with its diff.
'use strict';
const assert = require('assert');
const { directory, run } = require('./help');

const path = require('path');

const modules = path.resolve(__dirname, '../node_modules');
const place = directory({
  'package.json': '{ "type": "module" }',
  'a.ts': 'export const add = (a: number, b: number): number => a + b;',
  'a.test.ts': `import { expect, test, vi } from 'vitest';
import { add } from './a';
test('adds', () => { expect(add(1, 2)).toBe(3); });
test('mocks', () => { const f = vi.fn(() => 4); expect(f()).toBe(4); });
`,
  'b.test.ts': "import { expect, test } from 'vitest';\n" +
    "test('fails', () => { expect({ a: 1 }).toEqual({ a: 2 }); });\n",
});
require('fs').symlinkSync(modules, path.join(place, 'node_modules'));

(async () => {
  const done = await run(
    [path.join(modules, 'vitest/vitest.mjs'), 'run', '--root', place], { cwd: place });
  const text = done.out + done.err;
  assert.strictEqual(done.code, 1, text);
  assert.match(text, /Tests\s+1 failed \| 2 passed/);
})();
