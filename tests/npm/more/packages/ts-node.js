// SPDX-License-Identifier: MIT
// ts-node, by its command: a program runs, errors show places in TypeScript, types are checked.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { run, directory, bin } = require('./help');

const place = directory({
  'tsconfig.json': '{ "compilerOptions": { "module": "commonjs", "target": "es2020" } }',
  'dep.ts': 'export const add = (a: number, b: number) => a + b;\n',
  'good.ts': `import { add } from './dep';
enum E { A, B }
declare const console: any;
console.log(add(1, 2), E.B);
function deep(): never {
  throw new Error('mapped');
}
deep();
`,
  'wrong.ts': 'const x: number = "s";\n',
});
fs.symlinkSync(path.resolve(__dirname, '../node_modules'), path.join(place, 'node_modules'));
const command = bin('ts-node');

(async () => {
  let done = await run([command, 'good.ts'], { cwd: place });
  assert.deepStrictEqual([done.code, done.out], [1, '3 1\n']);
  assert.match(done.err, /good\.ts:6\n {2}throw new Error\('mapped'\);\n {8}\^\n/);
  assert.match(done.err, /at deep \(.*good\.ts:6:9\)\n.*good\.ts:8:1\)/);
  done = await run([command, 'wrong.ts'], { cwd: place });
  assert.strictEqual(done.code, 1);
  assert.match(done.err, /TSError: .*\n.*wrong\.ts.* TS2322: Type 'string' is not assignable/);
  done = await run([command, '-T', 'wrong.ts'], { cwd: place });
  assert.strictEqual(done.code, 0);
})();
