// SPDX-License-Identifier: MIT
// All forms of emitWarning; the event comes in a tick.
'use strict';
const assert = require('assert');
process.removeAllListeners('warning');
const seen = [];
process.on('warning', (w) => {
  assert(w instanceof Error);
  seen.push([w.name, w.message, w.code, w.detail]);
});
process.emitWarning('a');
process.emitWarning('b', 'T');
process.emitWarning('c', 'T', 'C');
process.emitWarning('d', { type: 'T', code: 'C', detail: 'more' });
process.emitWarning('e', { detail: 5 });
process.emitWarning('f', 'T', () => {});
process.emitWarning('g', () => {});
process.emitWarning(Object.assign(new Error('h'), { name: 'Own', code: 'X' }));
process.noDeprecation = true;
process.emitWarning('never', 'DeprecationWarning', 'DEP1');
for (const args of [[], [1], ['a', 1], ['a', []], ['a', null], ['a', 'b', 1], ['a', 'b', {}],
  ['a', { type: 1 }]]) {
  assert.throws(() => process.emitWarning(...args), { code: 'ERR_INVALID_ARG_TYPE' });
}
assert.deepStrictEqual(seen, []);
process.nextTick(() => {
  assert.deepStrictEqual(seen, [
    ['Warning', 'a', undefined, undefined],
    ['T', 'b', undefined, undefined],
    ['T', 'c', 'C', undefined],
    ['T', 'd', 'C', 'more'],
    ['Warning', 'e', undefined, undefined],
    ['T', 'f', undefined, undefined],
    ['Warning', 'g', undefined, undefined],
    ['Own', 'h', 'X', undefined],
  ]);
});
