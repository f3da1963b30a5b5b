// SPDX-License-Identifier: MIT
// v8.deserialize of invented bytes: properties are defined, whatever their names, and lengths and
// counts must be right. The format is V8's.
'use strict';
const assert = require('assert');
const v8 = require('v8');

const read = (hex) => v8.deserialize(Buffer.from(hex, 'hex'));

let called = 0;
Object.defineProperty(Object.prototype, 'trap', { set() { called++; }, configurable: true });
const trapped = v8.deserialize(v8.serialize({ ['trap']: 1,
  ...JSON.parse('{"__proto__":{"x":1}}') }));
assert.strictEqual(called, 0);
assert.deepStrictEqual(Object.keys(trapped).sort(), ['__proto__', 'trap']);
assert.strictEqual(trapped.x, undefined);
assert.strictEqual(Object.getPrototypeOf(trapped), Object.prototype);
const cloned = structuredClone(JSON.parse('{"__proto__":{"y":1},"trap":2}'));
assert.strictEqual(cloned.y, undefined);
assert.strictEqual(called, 0);
delete Object.prototype.trap;
Object.defineProperty(Array.prototype, '0', { set() { called++; }, configurable: true });
assert.deepStrictEqual(Object.keys(read('ff0f41014902240001')), ['0']);
delete Array.prototype[0];
assert.strictEqual(called, 0);

assert.strictEqual(v8.serialize({ a: 1 }).toString('hex'), 'ff0f6f22016149027b01');
assert.strictEqual(v8.serialize(Buffer.from('hi')).toString('hex'), 'ff0f5c0a026869');
assert.deepStrictEqual(read('ff0d6f22016149027b01'), { a: 1 });

const broken = { message: 'Unable to deserialize cloned data.' };
for (const hex of [
  'ff0f', // nothing
  'ff0f6f22016149027b02', // wrong count
  'ff0f6f6f7b0049027b01', // an object as a name
  'ff0f41ffffffff0f', // longer than the input
  'ff0f42ffffffff0f', 'ff0f42010056440001', 'ff0f4201005642000200', 'ff0f5e05', 'ff0f630161',
  'ff0f72786f', 'ff0f52220178ff07', 'ff0f7400', 'ff0f2d', 'ff0f7e0201',
]) {
  assert.throws(() => read(hex), broken, hex);
}
assert.throws(() => read('ff10'), /invalid or unsupported version/);
assert.throws(() => read('4902'), /invalid or unsupported version/);
assert.throws(() => read('ff0f5222012800'), SyntaxError);
assert.throws(() => v8.deserialize('x'), { code: 'ERR_INVALID_ARG_TYPE' });

// Views that track the length of their buffer keep doing so.
const memory = new ArrayBuffer(2, { maxByteLength: 8 });
const copy = structuredClone(new Uint8Array(memory));
copy.buffer.resize(5);
assert.strictEqual(copy.length, 5);
assert.strictEqual(structuredClone(new Uint8Array(memory, 1, 1)).buffer.maxByteLength, 8);

// What V8 cannot copy.
for (const value of [new Proxy([1], {}), new WeakRef({}), [].keys(), (() => arguments)()]) {
  assert.throws(() => structuredClone(value), { name: 'DataCloneError' });
}

const writer = new v8.Serializer();
writer.writeUint32(300);
writer.writeUint64(1, 2);
writer.writeDouble(0.5);
writer.writeRawBytes(Buffer.from('abc'));
const reader = new v8.Deserializer(writer.releaseBuffer());
assert.strictEqual(reader.readUint32(), 300);
assert.deepStrictEqual(reader.readUint64(), [1, 2]);
assert.strictEqual(reader.readDouble(), 0.5);
assert.strictEqual(reader.readRawBytes(3).toString(), 'abc');
assert.throws(() => reader.readUint32(), { message: 'ReadUint32() failed' });
assert.throws(() => new v8.Deserializer('x'), { code: 'ERR_INVALID_ARG_TYPE' });
