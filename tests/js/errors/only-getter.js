// SPDX-License-Identifier: MIT
// If a property cannot be set, the message tells whether it has only a getter, and of which object.
'use strict';
const assert = require('assert');

class Point {
  get x() { return 1; }
  move() { this.x = 2; }
}
Object.defineProperty(Point.prototype, 'y', { value: 1 });
const point = new Point();
const deep = { inner: { point } };
const plain = { get size() { return 0; } };
const frozen = Object.freeze({ a: 1 });
const map = new Map();
const list = Object.freeze([1]);

const messageOf = (fn) => {
  try {
    fn();
  } catch (error) {
    assert(error instanceof TypeError);
    return error.message;
  }
  return 'nothing thrown';
};
const gets = (key, brand) => `Cannot set property ${key} of ${brand} which has only a getter`;
const is = (key, brand) => `Cannot assign to read only property '${key}' of object '${brand}'`;

assert.strictEqual(messageOf(() => { point.x = 3; }), gets('x', '#<Point>'));
assert.strictEqual(messageOf(() => { point.y = 3; }), is('y', '#<Point>'));
assert.strictEqual(messageOf(() => point.move()), gets('x', '#<Point>'));
assert.strictEqual(messageOf(() => { deep.inner.point.x = 3; }), gets('x', '#<Point>'));
assert.strictEqual(messageOf(() => { plain.size = 3; }), gets('size', '#<Object>'));
assert.strictEqual(messageOf(() => { map.size = 3; }), gets('size', '#<Map>'));
assert.strictEqual(messageOf(() => { frozen.a = 3; }), is('a', '#<Object>'));
assert.strictEqual(messageOf(() => { list[0] = 3; }), is('0', '[object Array]'));

// In code that has run often the engine takes another path.
const set = () => { plain.size = 4; };
for (let i = 0; i < 20000; i++) {
  try {
    set();
    assert.fail('nothing thrown');
  } catch (error) {
    if (i % 1000 === 0) assert.strictEqual(error.message, gets('size', '#<Object>'));
  }
}
