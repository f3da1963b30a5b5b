// SPDX-License-Identifier: MIT
// Every format, both ways: synchronously, in the pool, and as a stream in small pieces.
'use strict';
const assert = require('assert');
const zlib = require('zlib');
let calls = 0;

const text = Buffer.from('the quick brown fox jumps over the lazy dog. '.repeat(3000));
const pairs = [['deflate', 'inflate'], ['gzip', 'gunzip'], ['deflateRaw', 'inflateRaw'],
  ['gzip', 'unzip'], ['deflate', 'unzip'], ['brotliCompress', 'brotliDecompress']];
for (const [there, back] of pairs) {
  const small = zlib[`${there}Sync`](text);
  assert(small.length < text.length / 20, there);
  assert(zlib[`${back}Sync`](small).equals(text));
  zlib[there](text, (error, bytes) => {
    assert.ifError(error);
    assert(bytes.equals(small));
    zlib[back](bytes, { chunkSize: 64 }, (second, whole) => {
      assert.ifError(second);
      assert(whole.equals(text));
      calls++;
    });
  });
  const stream = zlib[`create${back[0].toUpperCase()}${back.slice(1)}`]();
  const pieces = [];
  stream.on('data', (piece) => pieces.push(piece));
  stream.on('end', () => {
    assert(Buffer.concat(pieces).equals(text));
    assert.strictEqual(stream.bytesWritten, small.length);
    calls++;
  });
  for (let i = 0; i < small.length; i += 50) stream.write(small.subarray(i, i + 50));
  stream.end();
}
assert.strictEqual(zlib.gunzipSync(
  Buffer.concat([zlib.gzipSync('a'), zlib.gzipSync('b'), Buffer.alloc(9)])).toString(), 'ab');
const dictionary = Buffer.from('quick brown fox');
assert.strictEqual(zlib.inflateSync(zlib.deflateSync('brown', { dictionary }),
  { dictionary }).toString(), 'brown');
const told = zlib.deflateSync('x', { info: true });
assert(told.engine instanceof zlib.Deflate);
assert.strictEqual(zlib.inflateSync(told.buffer).toString(), 'x');
assert.strictEqual(zlib.constants.Z_FINISH, 4);
process.on('exit', () => assert.strictEqual(calls, 2 * pairs.length));
