// SPDX-License-Identifier: MIT
// prettier: formats JavaScript, TypeScript, CSS, Markdown and JSON; leaves formatted text alone.
'use strict';
const assert = require('assert');
const { run, directory, bin } = require('./help');

const samples = [
  ['babel', "const a={b:1,'c':[1,2]};async function f (x){await x;return a?.b??c}",
    'const a = { b: 1, c: [1, 2] };\nasync function f(x) {\n  await x;\n  return a?.b ?? c;\n}\n'],
  ['typescript', 'type A<T>={a:T,b?:string}|null', 'type A<T> = { a: T; b?: string } | null;\n'],
  ['css', 'a{color:red;b:c}', 'a {\n  color: red;\n  b: c;\n}\n'],
  ['json', '{"a":[1,2]}', '{ "a": [1, 2] }\n'],
  ['markdown', '* a\n* b\n', '- a\n- b\n'],
];

(async () => {
  const prettier = require('prettier');
  for (const [parser, text, formatted] of samples) {
    assert.strictEqual(await prettier.format(text, { parser }), formatted);
    assert.strictEqual(await prettier.format(formatted, { parser }), formatted);
  }
  const place = directory({ 'a.js': 'let a=1', 'b.js': 'let b = 1;\n' });
  const done = await run([bin('prettier'), '--check', '.'], { cwd: place });
  assert.strictEqual(done.code, 1);
  assert.match(done.err, /a\.js/);
  assert.doesNotMatch(done.err, /b\.js/);
})();
