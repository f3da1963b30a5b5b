// SPDX-License-Identifier: MIT
// lightningcss: minifies, prefixes, reports errors, and calls JavaScript visitors.
'use strict';
const assert = require('assert');

const { transform, browserslistToTargets } = require('lightningcss');

const code = (text) => Buffer.from(text);
assert.strictEqual(String(transform({
  filename: 'a.css', code: code('a { color: rgba(255,0,0,1); &:hover { color: #00ff00 } }'),
  minify: true,
}).code), 'a{color:red;&:hover{color:#0f0}}');
assert.match(String(transform({
  filename: 'a.css', code: code('a { &:hover { user-select: none } }'),
  targets: browserslistToTargets(['safari 13']),
}).code), /a:hover \{[^}]*-webkit-user-select: none/);
assert.throws(() => transform({ filename: 'a.css', code: code('a { color: }}') }), SyntaxError);
const seen = [];
transform({
  filename: 'a.css', code: code('a { width: 3px; height: 4em }'),
  visitor: { Length({ unit, value }) { seen.push(`${value}${unit}`); } },
});
assert.deepStrictEqual(seen, ['3px', '4em']);
