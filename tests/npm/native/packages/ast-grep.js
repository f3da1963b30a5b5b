// SPDX-License-Identifier: MIT
// @ast-grep/napi: searches, and rewrites.
'use strict';
const assert = require('assert');

const { parse, Lang } = require('@ast-grep/napi');

const root = parse(Lang.JavaScript, 'console.log(1); console.log(a + b);').root();
const found = root.findAll('console.log($A)');
assert.deepStrictEqual(found.map((node) => node.getMatch('A').text()), ['1', 'a + b']);
assert.strictEqual(root.commitEdits([found[0].replace('done()')]), 'done(); console.log(a + b);');
