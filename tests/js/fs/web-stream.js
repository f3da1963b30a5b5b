// SPDX-License-Identifier: MIT
// Proves what the chunks of FileHandle.readableWebStream() are: an ArrayBuffer each, or bytes.
'use strict';
const assert = require('assert');
const fs = require('fs');

const SIZE = 200000;

async function pieces(options) {
  const handle = await fs.promises.open('big');
  const seen = [];
  for await (const piece of handle.readableWebStream(options)) seen.push(piece);
  await handle.close();
  assert(Buffer.concat(seen.map((piece) => Buffer.from(piece))).equals(fs.readFileSync('big')));
  return seen.map((piece) => `${piece.constructor.name} ${piece.byteLength}`);
}

async function main() {
  fs.writeFileSync('big', Buffer.alloc(SIZE, 'abcdefg'));
  const buffers = [...Array(3).fill('ArrayBuffer 65536'), `ArrayBuffer ${SIZE % 65536}`];
  for (const options of [undefined, {}, { type: undefined }, { type: 'other' }]) {
    assert.deepStrictEqual(await pieces(options), buffers);
  }
  const bytes = [...Array(12).fill('Uint8Array 16384'), `Uint8Array ${SIZE % 16384}`];
  assert.deepStrictEqual(await pieces({ type: 'bytes' }), bytes);
}

let done = false;
main().then(() => { done = true; });
process.on('exit', () => assert(done));
