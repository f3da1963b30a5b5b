// SPDX-License-Identifier: MIT
// Searching for two-byte units at odd lengths, filling with the bytes of any view, and texts in
// encodings of other scripts.
'use strict';
const assert = require('assert');
const { isAscii, isUtf8, transcode } = require('buffer');

const odd = Buffer.from('610062006300ff', 'hex');
assert.strictEqual(odd.indexOf('b', 0, 'ucs2'), 2);
assert.strictEqual(odd.indexOf('x', 0, 'ucs2'), -1);
assert.strictEqual(odd.indexOf(Buffer.from('x', 'ucs2'), 0, 'ucs2'), 6); // as in Node
assert.strictEqual(odd.lastIndexOf('a', undefined, 'utf16le'), 0);
assert.strictEqual(odd.indexOf('c', 3, 'ucs2'), 4);

assert.strictEqual(Buffer.alloc(5).fill(new Uint16Array([0x6261])).toString(), 'ababa');
assert.strictEqual(Buffer.alloc(3).fill(new DataView(Uint8Array.of(65, 66).buffer)).toString(),
  'ABA');
assert.throws(() => Buffer.alloc(3).fill(new Float64Array(0)), { code: 'ERR_INVALID_ARG_VALUE' });
assert.strictEqual(Buffer.alloc(3, 'YQ==', null).toString(), 'YQ=');
assert.throws(() => Buffer.alloc(3).fill('a', 0, 3, {}), { code: 'ERR_INVALID_ARG_TYPE' });

assert.throws(() => isUtf8(new DataView(new ArrayBuffer(1))), { code: 'ERR_INVALID_ARG_TYPE' });
const gone = new Uint8Array(3);
structuredClone(gone.buffer, { transfer: [gone.buffer] });
assert.strictEqual(isAscii(gone), true);
assert.throws(() => isAscii(gone.buffer), { code: 'ERR_INVALID_STATE' });
assert.strictEqual(new TextDecoder().decode(gone), '');

assert.strictEqual(transcode(Buffer.from('00d8', 'hex'), 'utf16le', 'utf16le').toString('hex'),
  'fdff');
assert.throws(() => transcode(Buffer.from('00d8', 'hex'), 'utf16le', 'utf8'),
  { code: 'U_INVALID_CHAR_FOUND', errno: 10 });
assert.strictEqual(transcode(Buffer.from('a\u00adb', 'latin1'), 'latin1', 'ascii').toString(),
  'ab');

const decode = (label, hex, options) =>
  new TextDecoder(label, options).decode(Buffer.from(hex, 'hex'));
assert.strictEqual(decode('euc-jp', 'cd37'), '\ufffd7'); // not the engine's replacement, U+001A
assert.strictEqual(decode('shift_jis', 'ee38'), '\ufffd8');
assert.strictEqual(decode('gb18030', '80'), '\u20ac');
assert.strictEqual(decode('gb18030', 'a6d9fe59'), '\ufe10\u9fb4');
assert.strictEqual(decode('gb18030', '80', { fatal: true }), '\u20ac');
assert.throws(() => decode('gb18030', 'ff', { fatal: true }),
  { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
assert.throws(() => new TextDecoder().decode([1]), { code: 'ERR_INVALID_ARG_TYPE',
  message: 'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ' +
    'ArrayBufferView.' });
assert.throws(() => atob('0='), { message: 'The string to be decoded is not correctly encoded.' });

// Messages show an object by its conversion to a primitive.
assert.throws(() => Buffer.alloc(1).toString({ [Symbol.toPrimitive]: () => 'odd' }, 0, 1),
  { code: 'ERR_UNKNOWN_ENCODING', message: 'Unknown encoding: odd' });
