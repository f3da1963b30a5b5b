// SPDX-License-Identifier: MIT
// oxc-parser: TypeScript parsed synchronously and on the pool; errors.
'use strict';
const assert = require('assert');

(async () => {
  const { parseSync, parse } = require('oxc-parser');
  const { program, errors } = parseSync('a.ts', 'const a: number = 1;');
  assert.strictEqual(program.body[0].type, 'VariableDeclaration');
  assert.deepStrictEqual(errors, []);
  const later = await parse('a.js', 'let = ;');
  assert.strictEqual(later.errors.length > 0, true);
})();
