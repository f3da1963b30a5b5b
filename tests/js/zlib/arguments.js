// SPDX-License-Identifier: MIT
// Proves which arguments the functions of zlib take, in which order they are checked, and the codes
// of brotli's errors.
'use strict';
const assert = require('assert');
const zlib = require('zlib');

const never = () => assert.fail();
assert.throws(() => zlib.deflate({}, never), { code: 'ERR_INVALID_ARG_TYPE', message: /"chunk"/ });
assert.throws(() => zlib.deflateSync({}), { code: 'ERR_INVALID_ARG_TYPE', message: /"buffer"/ });
assert.throws(() => zlib.deflateSync(null, { memLevel: 0 }), { code: 'ERR_OUT_OF_RANGE' });
for (const nothing of [null, undefined]) {
  zlib.deflate(nothing, (error, bytes) => {
    assert.strictEqual(error, null);
    assert.strictEqual(zlib.inflateSync(bytes).length, 0);
  });
}
assert.throws(() => zlib.brotliDecompressSync(Buffer.from('not compressed at all')),
  { code: 'ERR__ERROR_FORMAT_PADDING_2', errno: -15 });
assert.strictEqual(typeof zlib.createBrotliCompress().params, 'function');

// A coder's own options are checked before the common ones.
for (const common of [{ finishFlush: 99 }, { flush: 99 }, { chunkSize: 1 }]) {
  for (const own of [{ windowBits: 99 }, { level: 99 }, { memLevel: 99 }, { strategy: 99 },
    { dictionary: 'abc' }]) {
    const [name] = Object.keys(own);
    assert.throws(() => zlib.createDeflate({ ...common, ...own }),
      { message: new RegExp(`"options.${name}"`) });
  }
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 'x' };
  assert.throws(() => zlib.createBrotliCompress({ ...common, params }),
    { message: /"options.params\[key\]"/ });
}

// A failure after the stream was destroyed makes no callback.
const stream = zlib.createInflate();
stream.write(Buffer.from('not compressed at all'), never);
queueMicrotask(() => stream.close());
