// SPDX-License-Identifier: MIT
// A syntax error names the file, the line and the position in it.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

const dir = `${__dirname}/fixtures/syntax`;
const url = `file://${encodeURI(dir)}`;
function check(file, start) {
  const { stderr } = spawnSync(process.execPath, [`${dir}/${file}`], { encoding: 'utf8' });
  assert.strictEqual(stderr.replace(/\n+/g, '\n').slice(0, start.length), start);
}

check('common.js', `${dir}/common.js:3
const b = ;
          ^
SyntaxError: Unexpected token ';'
`);
check('module.mjs', `${url}/module.mjs:3
export const b = ;
                 ^
SyntaxError: Unexpected token ';'
`);
check('missing.mjs', `${url}/missing.mjs:2
import { nope } from './provides.mjs';
         ^^^^
SyntaxError: The requested module './provides.mjs' does not provide an export named 'nope'
`);
