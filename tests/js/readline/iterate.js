// SPDX-License-Identifier: MIT
// Proves that leaving a loop over lines leaves the interface open: the input is read to its end,
// and its file is closed. The lines read so far are for the next loop.
'use strict';
const assert = require('assert');
const fs = require('fs');
const readline = require('readline');
const { PassThrough } = require('stream');

async function file(how) {
  const handle = await fs.promises.open('lines');
  const lines = handle.readLines({ highWaterMark: 30 });
  const closed = new Promise((resolve) => handle.on('close', resolve));
  try {
    for await (const line of lines) {
      assert.strictEqual(line, 'one');
      if (how === 'throw') throw new Error('left');
      break;
    }
  } catch (error) {
    assert.strictEqual(error.message, 'left');
  }
  assert.notStrictEqual(lines.closed, true);
  assert.notStrictEqual(handle.fd, -1);
  await closed;
  assert.strictEqual(lines.closed, true);
}

async function again() {
  const input = new PassThrough();
  const lines = readline.createInterface({ input });
  assert.strictEqual(lines[Symbol.asyncIterator](), lines[Symbol.asyncIterator]());
  input.write('a\nb\n');
  const seen = [];
  for await (const line of lines) {
    seen.push(line);
    break;
  }
  for await (const line of lines) seen.push(line);
  assert.deepStrictEqual(seen, ['a', 'b']);
  assert.notStrictEqual(lines.closed, true);
  lines.close();
}

async function main() {
  fs.writeFileSync('lines', 'one\ntwo\nthree\n'.repeat(300));
  await file('break');
  await file('throw');
  await again();
}

let done = false;
main().then(() => { done = true; });
process.on('exit', () => assert(done));
