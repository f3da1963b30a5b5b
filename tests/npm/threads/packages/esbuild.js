// SPDX-License-Identifier: MIT
// esbuild: compiles texts and files, with a synchronous child and with an asynchronous one.
'use strict';
const assert = require('assert');
const esbuild = require('esbuild');
const path = require('path');
const { directory, run } = require('./help');

const now = esbuild.transformSync('let x: number = 1; export default x', { loader: 'ts' });
assert.strictEqual(now.code, 'let x = 1;\nexport default x;\n');
assert.throws(() => esbuild.transformSync('let = ='), { message: /Transform failed/ });

(async () => {
  const folder = directory({
    'a.ts': 'import { b } from "./b"; console.log(b(20) as any);',
    'b.ts': 'export const b = (n: number): number => n * 2 + 2;',
  });
  const { code } = await esbuild.transform('const a = <b/>', { loader: 'jsx' });
  assert.match(code, /createElement\("b"/);
  const outfile = path.join(folder, 'out.js');
  await esbuild.build({
    entryPoints: [path.join(folder, 'a.ts')], bundle: true, minify: true, outfile, platform: 'node',
  });
  assert.strictEqual((await run([outfile])).out, '42\n');
  await esbuild.stop();
})();
