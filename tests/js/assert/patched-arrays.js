// SPDX-License-Identifier: MIT
// Deep comparisons while Array.prototype has setters for elements: they are never called, and the
// results are the same.
'use strict';
const assert = require('assert');
const { isDeepStrictEqual } = require('util');

const symbol = Symbol('symbol');
const makers = [
  () => ({ a: [{ b: 1 }], [symbol]: 1 }),
  () => ({ a: [{ b: 1 }], [symbol]: 2 }),
  () => ({ [symbol]: 1 }),
  () => ({ [symbol]: 2 }),
  () => new Map([[{ a: 1 }, { b: 1 }]]),
  () => new Map([[{ a: 1 }, { b: 2 }]]),
  () => new Set([{ a: 1 }, [1, [2]]]),
  () => new Set([{ a: 1 }, [1, [3]]]),
  () => Object.assign([1, , 3], { extra: { a: 1 } }), // eslint-disable-line no-sparse-arrays
  () => Object.assign([1, , 3], { extra: { a: 2 } }), // eslint-disable-line no-sparse-arrays
  () => {
    const ring = { next: { next: null } };
    ring.next.next = ring;
    return ring;
  },
];

function patched(run) {
  let called = 0;
  for (let i = 0; i < 4; i++) {
    Object.defineProperty(Array.prototype, i, { configurable: true, set() { called++; } });
  }
  const result = run();
  for (let i = 0; i < 4; i++) delete Array.prototype[i];
  assert.strictEqual(called, 0);
  return result;
}

makers.forEach((makeLeft, left) => {
  makers.forEach((makeRight, right) => {
    const one = makeLeft();
    const other = makeRight();
    assert.strictEqual(isDeepStrictEqual(one, other), left === right, `${left}, ${right}`);
    assert.strictEqual(patched(() => isDeepStrictEqual(one, other)), left === right);
  });
});
