// SPDX-License-Identifier: MIT
// tsx: programs in TypeScript as CommonJS and as ES modules, by its command and as hooks of a
// program; an error names the TypeScript file.
'use strict';
const assert = require('assert');
const path = require('path');
const { directory, run } = require('./help');

const place = directory({
  'a.cts': `import os = require('os');
const { two } = require('./b.cts') as { two: (n: number) => number };
enum Kind { One = 1, Two }
console.log('cts', two(Kind.Two), typeof os.cpus, typeof module);
`,
  'b.cts': 'export const two = (n: number): number => n * 2;\n',
  'a.mts': `import { three } from './c.mts';
import type { Stats } from 'node:fs';
const stats: Stats | undefined = undefined;
console.log('mts', three(4), stats, typeof require, (await import('./c.mts')).three(1));
`,
  'c.mts': 'export const three = (n: number): number => n * 3;\n',
  'fails.ts': `interface One { a: number }
const one: One = { a: 1 };
throw new Error(\`failed \${one.a}\`);
`,
});
const modules = path.resolve(__dirname, '../node_modules');
const command = path.join(modules, 'tsx/dist/cli.mjs');
const loader = path.join(modules, 'tsx/dist/loader.mjs');

(async () => {
  const expected = {
    'a.cts': 'cts 4 function object\n',
    'a.mts': 'mts 12 undefined undefined 3\n',
  };
  for (const [file, text] of Object.entries(expected)) {
    for (const words of [[command], ['--import', loader]]) {
      const { code, out, err } = await run([...words, path.join(place, file)]);
      assert.deepStrictEqual([code, out], [0, text], `${words} ${file}: ${err}`);
    }
  }
  const failed = await run([command, path.join(place, 'fails.ts')]);
  assert.strictEqual(failed.code, 1);
  assert.match(failed.err, /fails\.ts:[\s\S]*Error: failed 1/);
})();
