// SPDX-License-Identifier: MIT
// Modules that import each other: functions are usable before their module runs, other variables
// throw until it does.
import assert from 'assert';
import { result } from './fixtures/esm/cycle-a.mjs';

assert.deepStrictEqual(result, {
  b: 'b',
  fromFunction: 'ba',
  called: 'fafunction',
  shorthand: { b: 'b' },
  seen: {
    letYet: 'ReferenceError',
    defaultYet: 'ReferenceError',
    namespaceYet: 'ReferenceError',
    functionYet: 'fa',
    names: 5,
    parameter: 3,
    caught: 4,
    method: 'fa7',
    sequence: [1],
  },
});
