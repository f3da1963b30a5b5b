// SPDX-License-Identifier: MIT
// A module runs once as long as the cache has it; programs may put things into the cache.
'use strict';
const assert = require('assert');

const file = require.resolve('./fixtures/counter');
const first = require('./fixtures/counter');
assert.strictEqual(require(file), first);
assert.strictEqual(require('./fixtures/../fixtures/counter.js'), first);
delete require.cache[file];
const second = require('./fixtures/counter');
assert.notStrictEqual(second, first);
assert.strictEqual(second.count, first.count + 1);
require.cache[file] = { id: file, filename: file, loaded: true, exports: 'mine' };
assert.strictEqual(require('./fixtures/counter'), 'mine');
const plainBuiltin = require('events');
require.cache.events = { id: 'events', loaded: true, exports: 'mine too' };
assert.strictEqual(require('events'), 'mine too');
assert.strictEqual(require('node:events'), plainBuiltin);
