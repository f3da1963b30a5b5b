// SPDX-License-Identifier: MIT
// Proves what the callbacks of writable streams are called with, in which tick, and what write()
// returns: null where there is no error, and true once nothing is left to write.
'use strict';
const assert = require('assert');
const { Duplex, Transform, Writable } = require('stream');

function recorder(log) {
  return (name) => function(...args) {
    log.push([name, ...args.map((arg) => (arg instanceof Error ? arg.code : arg))]);
  };
}

async function settle() {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

async function arguments_() {
  const log = [];
  const says = recorder(log);
  const atOnce = new Writable({ write(chunk, encoding, callback) { callback(); } });
  atOnce.write('a', says('write'));
  atOnce.end(says('end'));
  await settle();
  const together = new Writable({ writev(chunks, callback) { setImmediate(callback); } });
  together.cork();
  together.write('a', says('one'));
  together.write('b', says('two'));
  together.end(says('both'));
  await settle();
  assert.deepStrictEqual(log, [['write', null], ['end', null], ['one', null], ['two', null],
    ['both', null]]);
}

async function result() {
  const drained = [];
  const low = new Writable({ highWaterMark: 1, write(chunk, encoding, callback) { callback(); } });
  low.on('drain', () => drained.push('drain'));
  assert.strictEqual(low.write('much'), true); // all of it is written
  const none = new Writable({ highWaterMark: 0, write(chunk, encoding, callback) { callback(); } });
  assert.strictEqual(none.write('x'), true);
  const slow = new Writable({ highWaterMark: 1,
    write(chunk, encoding, callback) { setImmediate(callback); } });
  assert.strictEqual(slow.write('x'), false);
  await settle();
  assert.deepStrictEqual(drained, []);
}

async function ticks() {
  const log = [];
  const stream = new Writable({ write(chunk, encoding, callback) { callback(); } });
  stream.on('finish', () => log.push('finish'));
  process.nextTick(() => {
    log.push('tick 1');
    process.nextTick(() => log.push('tick 2'));
  });
  stream.write('a', () => log.push('written'));
  stream.end();
  await settle();
  assert.deepStrictEqual(log, ['tick 1', 'written', 'tick 2', 'finish']);
}

async function destroyedDuplex() {
  const log = [];
  const says = recorder(log);
  const duplex = new Duplex({ read() {}, write() {} });
  duplex.cork();
  duplex.write('a', says('waits'));
  duplex.destroy();
  await settle();
  assert.deepStrictEqual(log, [['waits', 'ERR_STREAM_DESTROYED']]);
}

async function endedTransform() {
  const log = [];
  const stream = new Transform({
    transform(chunk, encoding, callback) {
      setImmediate(() => {
        this.push(null);
        callback();
        log.push('transformed');
      });
    },
  });
  stream.resume().on('end', () => log.push('end'));
  stream.write('a', () => log.push('written'));
  await settle();
  assert.deepStrictEqual(log, ['transformed', 'end', 'written']);
}

async function encodings() {
  const seen = [];
  const stream = new Writable({ objectMode: true,
    write(chunk, encoding, callback) {
      seen.push(encoding);
      callback();
    } });
  stream.write('a');
  stream.write('b', () => {});
  stream.write('c', 'hex');
  assert.deepStrictEqual(seen, [undefined, null, 'hex']);
  const bytes = [];
  const views = new Writable({ write(chunk, encoding, callback) {
    bytes.push(chunk);
    callback();
  } });
  views.write(new Uint16Array([1, 2]));
  views.write(new DataView(new ArrayBuffer(3)));
  assert.deepStrictEqual(bytes, [Buffer.from([1, 0, 2, 0]), Buffer.alloc(3)]);
}

(async () => {
  await arguments_();
  await result();
  await ticks();
  await destroyedDuplex();
  await endedTransform();
  await encodings();
})();
