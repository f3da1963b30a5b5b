// SPDX-License-Identifier: MIT
// Proves which events file streams emit and when: 'open' comes before what waited for it, a
// destroyed stream fails the writes that are under way, strings are always decoded, and flush
// happens on closing.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { finished } = require('stream/promises');

function watch(stream, log) {
  for (const event of ['open', 'ready', 'prefinish', 'finish', 'error', 'close']) {
    stream.on(event, () => log.push(event));
  }
  return stream;
}

async function opened() {
  const log = [];
  const stream = watch(fs.createWriteStream('one'), log);
  stream.end();
  await finished(stream);
  assert.deepStrictEqual(log, ['open', 'ready', 'prefinish', 'finish', 'close']);
}

async function destroyedEarly() {
  const stream = fs.createWriteStream('two');
  stream.on('open', () => assert.strictEqual(stream.pending, false));
  stream.on('error', () => {});
  stream.destroy(new Error('mine'));
  await assert.rejects(finished(stream), { message: 'mine' });
}

async function destroyedWhileWriting() {
  const fd = fs.openSync('three', 'w');
  const stream = fs.createWriteStream(null, { fd });
  const codes = [];
  stream.cork();
  stream.write('a', (error) => codes.push(error?.message));
  stream.write('b', (error) => codes.push(error?.message));
  process.nextTick(() => stream.uncork());
  await new Promise((resolve) => process.nextTick(resolve));
  stream.destroy();
  await new Promise((resolve) => stream.on('close', resolve).on('error', () => {}));
  const text = 'Cannot call writev after a stream was destroyed';
  assert.deepStrictEqual(codes, [text, text]);
}

async function strings() {
  const stream = fs.createWriteStream('four', { decodeStrings: false });
  stream.end('6162', 'hex');
  await finished(stream);
  assert.strictEqual(fs.readFileSync('four', 'latin1'), 'ab');
}

async function flushed() {
  const log = [];
  const stream = watch(fs.createWriteStream('five', {
    flush: true,
    fs: {
      ...fs,
      fsync(fd, callback) { log.push('fsync'); fs.fsync(fd, callback); },
    },
  }), log);
  stream.end('x');
  await finished(stream);
  assert.deepStrictEqual(log, ['open', 'ready', 'prefinish', 'finish', 'fsync', 'close']);
  assert.strictEqual(stream._final, undefined);
}

async function notClosed() {
  const handle = await fs.promises.open('six', 'w');
  const stream = handle.createWriteStream({ autoClose: false });
  const log = [];
  stream.write('a', () => log.push('written'));
  stream.end();
  await finished(stream);
  assert.deepStrictEqual(log, ['written']); // not before
  stream.destroy();
}

(async () => {
  for (const test of [opened, destroyedEarly, destroyedWhileWriting, strings, flushed, notClosed]) {
    await test();
  }
})();
