// SPDX-License-Identifier: MIT
// ES modules by require: at once if none awaits; `default` marks them as compiled code expects.
'use strict';
const assert = require('assert');

const live = require('./fixtures/esm/live.mjs');
assert.deepStrictEqual(Object.keys(live), ['__esModule', 'any name', 'arrow', 'count', 'default',
  'increment', 'plus', 'setV', 'v']);
assert.strictEqual(live.__esModule, true);
live.plus();
assert.strictEqual(live.count, 1);
assert.strictEqual(require('./fixtures/esm/live.mjs'), live);
const notes = require('./fixtures/esm/notes.mjs');
assert.deepStrictEqual(Object.keys(notes), ['note', 'notes']);
assert.strictEqual(require('./fixtures/esm/chosen.mjs'), 'chosen');
assert.strictEqual(require('./fixtures/esm/by-syntax').default, 'by syntax');
assert.strictEqual(require('./fixtures/esm/typed/index.js').kind, 'typed');
assert.throws(() => require('./fixtures/esm/wait-a.mjs'), { code: 'ERR_REQUIRE_ASYNC_MODULE' });
assert.throws(() => require('./fixtures/esm/wait-d.mjs'), { code: 'ERR_REQUIRE_ASYNC_MODULE' });
assert.throws(() => require('./fixtures/esm/fails.mjs'), { message: 'thrown by an ES module' });
assert.throws(() => require('./fixtures/esm/cycle-require.mjs'),
  { code: 'ERR_REQUIRE_CYCLE_MODULE' });
import('./fixtures/esm/live.mjs').then((ns) => {
  assert.strictEqual(ns.count, 1);
  assert.strictEqual(ns.default, live.default);
});
