// SPDX-License-Identifier: MIT
// `for await` over an array, a map or a set throws the rejection of a promise in it; the iterator
// continues from there.
'use strict';
const assert = require('assert');

async function collect(values) {
  const seen = [];
  try {
    for await (const value of values) seen.push(value);
  } catch (error) {
    seen.push(`thrown ${error}`);
  }
  return seen;
}

async function main() {
  const make = () => [1, Promise.resolve(2), Promise.reject(3), 4];
  const expected = [1, 2, 'thrown 3'];
  assert.deepStrictEqual(await collect(make()), expected);
  assert.deepStrictEqual(await collect(new Set(make())), expected);
  assert.deepStrictEqual(await collect(new Map(make().entries()).values()), expected);
  assert.deepStrictEqual(await collect((async function*() { yield* make(); })()), expected);
  const iterator = [5, Promise.reject(6), 7].values();
  assert.deepStrictEqual(await collect(iterator), [5, 'thrown 6']);
  assert.deepStrictEqual([...iterator], [7]);
  for (const value of [8, 9]) {
    if (value === 8) break;
  }
  return 'done';
}

let result;
main().then((value) => { result = value; });
process.on('exit', () => { assert.strictEqual(result, 'done'); });
