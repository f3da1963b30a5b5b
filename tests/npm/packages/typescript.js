// SPDX-License-Identifier: MIT
// typescript: tsc compiles a project, whose program then runs; and reports a wrong type.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { run, directory, bin } = require('./help');

const options = { target: 'es2022', module: 'commonjs', strict: true, outDir: 'out', types: [],
  lib: ['es2022'], declaration: true, sourceMap: true };
const place = directory({
  'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['src'] }),
  'src/shape.ts': `export interface Shape { area(): number }
export abstract class Named<T extends string> { constructor(readonly name: T) {} }
export enum Kind { Round = 1, Square }
`,
  'src/circle.ts': `import { Shape, Named, Kind } from './shape';
export class Circle extends Named<'circle'> implements Shape {
  kind = Kind.Round;
  constructor(private r: number) { super('circle'); }
  area() { return Math.round(Math.PI * this.r ** 2); }
}
`,
  'src/main.ts': `import { Circle } from './circle';
declare const console: { log(...args: unknown[]): void };
const c: Circle | undefined = new Circle(2);
console.log(c?.name, c!.area(), c.kind);
`,
});

(async () => {
  const tsc = bin('typescript', 'tsc');
  let done = await run([tsc, '-p', place]);
  assert.deepStrictEqual([done.code, done.out], [0, '']);
  assert.match(fs.readFileSync(path.join(place, 'out/circle.d.ts'), 'utf8'), /private r/);
  done = await run([path.join(place, 'out/main.js')]);
  assert.deepStrictEqual([done.code, done.out], [0, 'circle 13 1\n']);
  fs.writeFileSync(path.join(place, 'src/wrong.ts'), 'export const n: number = "text";\n');
  done = await run([tsc, '-p', place, '--noEmit'], { cwd: place });
  assert.strictEqual(done.code, 2);
  assert.match(done.out, /^src\/wrong\.ts\(1,14\): error TS2322: Type 'string' is not assignable/);
})();
