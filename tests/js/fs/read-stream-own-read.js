// SPDX-License-Identifier: MIT
// A ReadStream reads by fs.read if the program has replaced that, and the pieces are the same
// either way, also with a position and for a file that is shorter than a piece.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'read-')), 'file');
const bytes = Buffer.alloc(200_000, 'some text that is not of one length with a piece. ');
fs.writeFileSync(file, bytes);

async function all(options) {
  const pieces = [];
  for await (const piece of fs.createReadStream(file, options)) {
    assert.ok(Buffer.isBuffer(piece));
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function check() {
  assert.deepStrictEqual(await all(), bytes);
  assert.deepStrictEqual(await all({ start: 10 }), bytes.subarray(10));
  assert.deepStrictEqual(await all({ start: 70_000, end: 70_009 }), bytes.subarray(70_000, 70_010));
}

async function main() {
  await check();
  const { read } = fs;
  let calls = 0;
  fs.read = (fd, buffer, ...rest) => {
    calls++;
    structuredClone(buffer.buffer); // it may do with the buffer what it wants
    return read(fd, buffer, ...rest);
  };
  await check();
  assert.ok(calls >= 7, `${calls} calls`);
  fs.rmSync(path.dirname(file), { recursive: true });
}
main();
