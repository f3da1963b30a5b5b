// SPDX-License-Identifier: MIT
// A module is identified by its real path, so one that is reached by two paths is one module.
'use strict';
const assert = require('assert');
const fs = require('fs');

const target = require('./fixtures/child');
const link = `${process.cwd()}/link.js`;
fs.symlinkSync(`${__dirname}/fixtures/child.js`, link);
fs.symlinkSync(`${__dirname}/fixtures`, `${process.cwd()}/linked`);
assert.strictEqual(require(link), target);
assert.strictEqual(require(`${process.cwd()}/linked/child`), target);
assert.strictEqual(require.resolve(link), `${__dirname}/fixtures/child.js`);
import(link).then((ns) => assert.strictEqual(ns.default, target));
