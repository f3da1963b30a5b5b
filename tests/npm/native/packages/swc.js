// SPDX-License-Identifier: MIT
// @swc/core: TypeScript and JSX compiled, synchronously and on the pool; minified; parsed; errors.
'use strict';
const assert = require('assert');

(async () => {
  const swc = require('@swc/core');
  const options = { jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2015' } };
  const { code } = await swc.transform(
    'enum E { A = 1 } const x: number = E.A; <p>{x}</p>;', options);
  assert.match(code, /React\.createElement\("p"/);
  assert.match(swc.transformSync('const f = async () => 1;', {
    jsc: { target: 'es2015', externalHelpers: true },
  }).code, /_async_to_generator/);
  const { code: small } = await swc.minify('function f(long) { return long + 1 } f(2)', {
    compress: true, mangle: { toplevel: true },
  });
  assert(small.length < 40);
  assert.strictEqual((await swc.parse('let a = 1;')).body[0].type, 'VariableDeclaration');
  await assert.rejects(swc.transform('let = ;', options));
})();
