// SPDX-License-Identifier: MIT
// esbuild-register: TypeScript that is required, by -r, by a call, and in a worker; esbuild
// compiles each file synchronously.
'use strict';
const assert = require('assert');
const path = require('path');
const { directory, run } = require('./help');

const place = directory({
  'main.ts': `import { Worker, isMainThread, parentPort } from 'worker_threads';
import { half } from './half';
const show = (n: number): string => \`half \${half(n)}\`;
if (isMainThread) {
  console.log(show(84));
  const worker = new Worker(__filename);
  worker.on('message', (text: string) => console.log(text));
} else {
  parentPort!.postMessage(show(10));
}
`,
  'half.ts': 'export const half = (n: number): number => n / 2;\n',
  'wrong.ts': 'const a: number = = 1;\n',
});
const register = require.resolve('esbuild-register');

(async () => {
  const { code, out, err } = await run(['-r', register, path.join(place, 'main.ts')]);
  assert.deepStrictEqual([code, out], [0, 'half 42\nhalf 5\n'], err);
  const wrong = await run(['-r', register, path.join(place, 'wrong.ts')]);
  assert.strictEqual(wrong.code, 1);
  assert.match(wrong.err, /Transform failed with 1 error/);

  const { unregister } = require('esbuild-register/dist/node').register({ target: 'node18' });
  assert.strictEqual(require(path.join(place, 'half.ts')).half(9), 4.5);
  unregister();
  assert.throws(() => require(path.join(place, 'wrong.ts')), SyntaxError);
})();
