// SPDX-License-Identifier: MIT
// vitest 3 with rollup as WebAssembly, in processes and in workers: TypeScript, mocks, fake timers,
// a failure with a diff.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { run, directory } = require('./help');

const place = directory({
  'package.json': '{ "type": "module" }',
  'dep.ts': 'export const add = (a: number, b: number): number => a + b;\n',
  'a.test.ts': `import { expect, it, vi } from 'vitest';
import { add } from './dep';
it('mocks', () => {
  const f = vi.fn().mockReturnValueOnce(1).mockReturnValue(2);
  expect([f(), f(), f(3)]).toEqual([1, 2, 2]);
  expect(f).toHaveBeenLastCalledWith(3);
});
it('adds', () => { expect(add(1, 2)).toBe(3); });
it('timers', () => {
  vi.useFakeTimers({ now: 1000 });
  const f = vi.fn();
  setTimeout(f, 1000);
  setInterval(f, 400);
  vi.advanceTimersByTime(1000);
  expect(f).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
it('differs', () => { expect({ b: [1, 2] }).toEqual({ b: [1, 3] }); });
`,
});
const modules = path.resolve(__dirname, '../node_modules');
fs.symlinkSync(modules, path.join(place, 'node_modules'));
const command = path.join(modules, 'vitest/vitest.mjs');

(async () => {
  for (const pool of ['forks', 'threads']) {
    const { code, out, err } = await run([command, 'run', `--pool=${pool}`], { cwd: place });
    assert.strictEqual(code, 1, err);
    assert.match(out, /Tests {2}1 failed \| 3 passed \(4\)/);
    assert.match(err, /- {5}3,\n\+ {5}2,\n/);
    assert.match(err, /a\.test\.ts:18:45/);
  }
})();
