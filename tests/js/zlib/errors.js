// SPDX-License-Identifier: MIT
// Bad data and bad options: zlib's own codes, Node's errors, and limits on the output.
'use strict';
const assert = require('assert');
const zlib = require('zlib');
let calls = 0;

assert.throws(() => zlib.gunzipSync('abc'),
  { message: 'incorrect header check', errno: -3, code: 'Z_DATA_ERROR' });
assert.throws(() => zlib.inflateSync(zlib.deflateSync('abc').subarray(0, 5)),
  { message: 'unexpected end of file', errno: -5, code: 'Z_BUF_ERROR' });
assert.throws(() => zlib.inflateSync(zlib.deflateSync('a', { dictionary: Buffer.from('a') })),
  { message: 'Missing dictionary', code: 'Z_NEED_DICT' });
assert.throws(() => zlib.brotliDecompressSync(Buffer.from([0x11, 0xff, 0xff, 0xff])),
  { message: 'Decompression failed', code: /^ERR_/ });
assert.throws(() => zlib.inflateSync(zlib.deflateSync(Buffer.alloc(9999)), { maxOutputLength: 99 }),
  { code: 'ERR_BUFFER_TOO_LARGE' });
assert.throws(() => zlib.createGzip({ level: 10 }), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => zlib.createGzip({ windowBits: '9' }), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => zlib.createBrotliCompress({ params: { 77: 1 } }),
  { code: 'ERR_BROTLI_INVALID_PARAM' });
zlib.inflate('no', (error) => {
  assert.strictEqual(error.code, 'Z_DATA_ERROR');
  calls++;
});
const stream = zlib.createGunzip();
stream.on('error', (error) => {
  assert.strictEqual(error.code, 'Z_DATA_ERROR');
  stream.on('close', () => calls++);
});
stream.end('neither');
process.on('exit', () => assert.strictEqual(calls, 2));
