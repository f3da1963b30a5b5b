// SPDX-License-Identifier: MIT
// Proves that calls that are done at once have nothing in common: a result keeps its bytes when
// others follow, and the stream that `info` gives is closed, but not destroyed.
'use strict';
const assert = require('assert');
const zlib = require('zlib');

const texts = Array.from({ length: 50 }, (unused, i) => Buffer.from(`text ${i} `.repeat(i * 50)));
const packed = texts.map((text) => zlib.gzipSync(text));
const unpacked = packed.map((bytes) => zlib.gunzipSync(bytes));
assert.deepStrictEqual(unpacked, texts);
assert.deepStrictEqual(packed.map((bytes) => zlib.unzipSync(bytes)), texts);

const { buffer, engine } = zlib.deflateSync('abc', { info: true });
const other = zlib.deflateSync('something else', { info: true });
assert.strictEqual(String(zlib.inflateSync(buffer)), 'abc');
assert.strictEqual(String(zlib.inflateSync(other.buffer)), 'something else');
assert.strictEqual(engine._closed, true);
assert.strictEqual(engine.destroyed, false);
engine.on('close', () => assert.fail('nobody destroyed it'));
