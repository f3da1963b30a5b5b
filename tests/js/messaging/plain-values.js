// SPDX-License-Identifier: MIT
// Common values arrive unchanged, whatever form the message has: also if many objects have the same
// properties, if shapes change, and next to values that need another form.
'use strict';
const assert = require('assert');
const { MessageChannel, receiveMessageOnPort } = require('worker_threads');

const { port1, port2 } = new MessageChannel();
function pass(value) {
  port1.postMessage(value);
  return receiveMessageOnPort(port2).message;
}
function same(value) {
  for (const copy of [pass(value), structuredClone(value)]) assert.deepStrictEqual(copy, value);
}

const numbers = [0, -0, 1, -1, 2 ** 27 - 1, 2 ** 27, -(2 ** 27), -(2 ** 27) - 1, 2 ** 31 - 1,
  2 ** 31, -(2 ** 31), 0.5, -1e300, NaN, Infinity];
const texts = ['', 'a', 'é', '☺', 'x'.repeat(16), 'y'.repeat(17), 'z'.repeat(100000), '\ud800',
  `${'é'.repeat(40)}☺`, 'odd☺', 'é☺', '\0'];
for (const value of [...numbers, ...texts, undefined, null, true, false]) same(value);
same(numbers);
same(texts);
same([[], {}, [[]], new Map(), new Set(), new Date(12)]);
assert.ok(Number.isNaN(pass(new Date(NaN)).getTime()));
same(new Map([[{ key: 1 }, new Set([1, 'one'])], [undefined, null]]));

// Many of a shape, and the same names in another order.
const rows = Array.from({ length: 300 }, (_, i) => (
  i % 2 === 0 ? { id: i, name: `row ${i}`, inner: { half: i / 2 } } : { name: i, id: `${i}` }));
same(rows);
assert.deepStrictEqual(pass(rows).map(Object.keys), rows.map(Object.keys));

// Objects that occur twice arrive as one; also if they contain themselves.
const shared = { list: [1] };
const [first, second] = pass([shared, shared]);
assert.strictEqual(first, second);
const [both, list] = pass([{ shared }, shared.list]);
assert.strictEqual(both.shared.list, list);
const round = { name: 'round' };
round.self = [round];
const copy = pass(round);
assert.strictEqual(copy.self[0], copy);

// Each property is read once.
let reads = 0;
const looked = { plain: 1, get counted() { return ++reads; } };
assert.deepStrictEqual(pass({ before: [1], looked, after: new Uint8Array(2) }),
  { before: [1], looked: { plain: 1, counted: 1 }, after: new Uint8Array(2) });
assert.strictEqual(reads, 1);
assert.throws(() => port1.postMessage({ looked, not: () => {} }), { name: 'DataCloneError' });
assert.strictEqual(reads, 2);

// Special names, elements, holes, hidden properties.
const odd = { ['__proto__']: 1, 7: 'seven', constructor: 2 };
assert.deepStrictEqual(Object.entries(pass(odd)), Object.entries(odd));
assert.deepStrictEqual(Object.entries(pass({ ['__proto__']: { a: 1 } })),
  [['__proto__', { a: 1 }]]);
const elements = { a: 1 };
elements[0] = 1;
delete elements[0];
same(elements);
const others = { a: 1 };
others[0] = 'kept';
same(others);
// eslint-disable-next-line no-sparse-arrays
same([1, , 3]);
same(Object.assign([1, 2], { name: 'more' }));
assert.deepStrictEqual(pass(Object.defineProperty({ a: 1 }, 'b', { value: 2 })), { a: 1 });
assert.deepStrictEqual(pass({ [Symbol('s')]: 1, a: 2 }), { a: 2 });
assert.deepStrictEqual(pass(new (class { a = 1; })()), { a: 1 });
assert.deepStrictEqual(pass(Object.assign(Object.create(null), { a: 1 })), { a: 1 });

// One object whose properties change between messages.
const changing = {};
for (let i = 0; i < 200; i++) {
  changing[`k${i}`] = i;
  if (i % 3 === 0) delete changing[`k${i - 1}`];
  same(changing);
}
Object.defineProperty(changing, 'k199', { get() { return 'got'; }, enumerable: true });
assert.strictEqual(pass(changing).k199, 'got');

// Deep values, and changed prototypes.
let deep = {};
for (let i = 0; i < 500; i++) deep = { deep };
same(deep);
const setters = [];
Object.defineProperty(Object.prototype, 'trap', {
  set(value) { setters.push(value); }, get() { return 'inherited'; }, configurable: true,
});
assert.deepStrictEqual(Object.entries(pass(JSON.parse('{ "other": 1 }'))), [['other', 1]]);
const own = Object.defineProperty({}, 'trap', {
  value: 5, writable: true, enumerable: true, configurable: true,
});
for (let i = 0; i < 300; i++) assert.deepStrictEqual(Object.entries(pass(own)), [['trap', 5]]);
delete Object.prototype.trap;
assert.deepStrictEqual(setters, []);
port1.close();
