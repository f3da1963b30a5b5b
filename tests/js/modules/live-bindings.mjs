// SPDX-License-Identifier: MIT
// An import is the exporter's own variable: it changes with it, through every name and path.
import assert from 'assert';
import Default, { count, plus, arrow, 'any name' as anyName, setV } from './fixtures/esm/live.mjs';
import * as ns from './fixtures/esm/again.mjs';

const shadowed = (count) => count + 1;
assert.strictEqual(count, 0);
plus()
plus()
assert.strictEqual(count, 2);
assert.deepStrictEqual([ns.count, ns.counted, ns.live.count], [2, 2, 2]);
assert.strictEqual(anyName, 1);
setV(5);
assert.deepStrictEqual([anyName, ns.v], [5, 5]);
assert.deepStrictEqual({ count, anyName }, { count: 2, anyName: 5 });
assert.strictEqual(shadowed(10), 11);
assert.strictEqual(((x = count) => x)(), 2);
assert.strictEqual(`${count}`, '2');
{
  const count = 'inner';
  assert.strictEqual(count, 'inner');
}
for (const count of [7]) assert.strictEqual(count, 7);
assert.strictEqual((function count() { return typeof count; })(), 'function');
assert.throws(() => { count = 5; }, TypeError);
assert.throws(() => { count++; }, TypeError);
assert.throws(() => { arrow = 5; }, TypeError);
assert.throws(() => { ns = 5; }, TypeError);
assert.throws(() => { Default = 5; }, TypeError);
assert.strictEqual(Default.who(), 'default');
assert.strictEqual(ns.default, Default);
assert.strictEqual(arrow(), 'arrow');
