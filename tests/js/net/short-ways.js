// SPDX-License-Identifier: MIT
// A flowing socket, and a write that nobody waits for, take shorter paths than streams do; a
// program sees the same: order, drain, finish, errors, pauses, unshift, replaced methods.
'use strict';
const assert = require('assert');
const net = require('net');
const { Duplex } = require('stream');

// A server with one connection, and the other end of it.
function pair(use) {
  return new Promise((resolve, reject) => {
    let there;
    const server = net.createServer({ allowHalfOpen: true }, (socket) => {
      server.close();
      socket.on('error', () => {});
      Promise.resolve(use(socket, there)).then(resolve, reject);
    });
    server.listen(0, '127.0.0.1', () => {
      there = net.connect({ port: server.address().port, host: '127.0.0.1', allowHalfOpen: true });
      there.on('error', () => {});
    });
  }).catch((error) => { throw error; });
}

const once = (emitter, name) => new Promise((resolve) => { emitter.once(name, resolve); });
const soon = () => new Promise((resolve) => { setTimeout(resolve, 20); });

function read(socket, count) {
  const got = [];
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      got.push(chunk);
      const all = Buffer.concat(got);
      if (all.length >= count) resolve(all);
    });
  });
}

// Callbacks of writes before and after one without a callback come in order, and finish is last.
const order = () => pair(async (here, there) => {
  const seen = [];
  there.resume();
  here.write(Buffer.from('a'));
  assert.strictEqual(here.writableLength, 0);
  assert.strictEqual(here.bytesWritten, 1);
  here.write(Buffer.from('b'), () => seen.push('b'));
  here.write(Buffer.from('c'));
  here.write('d', () => seen.push('d'));
  process.nextTick(() => seen.push('tick'));
  here.on('prefinish', () => seen.push('prefinish'));
  here.end(() => seen.push('finish'));
  await once(here, 'finish');
  await soon();
  assert.deepStrictEqual(seen, ['b', 'd', 'tick', 'prefinish', 'finish']);
  assert.strictEqual(here.bytesWritten, 4);
  here.destroy();
  there.destroy();
});

// Data that the kernel does not take makes the stream full; drain comes once all of it is sent.
const drain = () => pair(async (here, there) => {
  const piece = Buffer.alloc(10000, 'x');
  let drains = 0;
  let count = 0;
  here.on('drain', () => {
    drains++;
    assert.strictEqual(here.writableLength, 0);
    assert.strictEqual(here.writableNeedDrain, false);
  });
  do count++; while (here.write(piece));
  assert.ok(here.writableNeedDrain);
  assert.ok(here.writableLength >= here.writableHighWaterMark);
  assert.strictEqual(here.bytesWritten, count * piece.length);
  let size = 0;
  const over = once(there, 'end');
  const empty = once(here, 'drain');
  there.on('data', (data) => { size += data.length; });
  await empty;
  here.end();
  await over;
  assert.strictEqual(size, count * piece.length);
  assert.strictEqual(drains, 1);
  there.destroy();
});

// Corked writes are sent together; bytes of a write without callback are sent unchanged.
const cork = () => pair(async (here, there) => {
  here.cork();
  here.write(Buffer.from('one '));
  here.write(Buffer.from('two '));
  assert.strictEqual(here.writableLength, 8);
  here.uncork();
  here.write(Buffer.alloc(0));
  here.write(new Uint8Array([51]));
  here.write(Buffer.from('4'));
  assert.strictEqual((await read(there, 10)).toString(), 'one two 34');
  here.destroy();
  there.destroy();
});

// Writes after the end, after destroy and to a closed connection fail like any other.
const errors = () => pair(async (here, there) => {
  there.destroy();
  here.removeAllListeners('error');
  here.resume();
  const failed = once(here, 'error');
  const timer = setInterval(() => here.write(Buffer.from('x')), 1);
  const error = await failed;
  clearInterval(timer);
  assert.ok(['EPIPE', 'ECONNRESET'].includes(error.code), error.code);
  assert.strictEqual(here.destroyed, true);
  here.on('error', (late) => assert.fail(late)); // no further error is emitted
  assert.notStrictEqual(here.write(Buffer.from('x')), true);
  await soon();
});

const ended = () => pair(async (here, there) => {
  here.end();
  here.removeAllListeners('error');
  const failed = once(here, 'error');
  here.write(Buffer.from('x'));
  assert.strictEqual((await failed).code, 'ERR_STREAM_WRITE_AFTER_END');
  there.destroy();
});

// A paused reader gets nothing until resume; data put back with unshift comes again.
const pauses = () => pair(async (here, there) => {
  const got = [];
  let paused = false;
  here.on('data', (data) => {
    assert.ok(!paused);
    got.push(data.toString());
    if (got.length === 2) {
      paused = true;
      here.pause();
      here.unshift(Buffer.from('again'));
    }
  });
  for (const text of ['a', 'b', 'c', 'd']) {
    there.write(Buffer.from(text));
    await soon();
  }
  assert.deepStrictEqual(got, ['a', 'b']);
  assert.strictEqual(here.readableLength, 7);
  paused = false;
  here.resume();
  await soon();
  assert.strictEqual(got.join(''), 'abagaincd');
  there.write(Buffer.from('e'));
  await soon();
  assert.strictEqual(got.at(-1), 'e');
  here.setEncoding('latin1'); // from now on texts
  there.write(Buffer.from([0xe4]));
  await soon();
  assert.strictEqual(got.at(-1), '\u00e4');
  here.removeAllListeners('data');
  here.destroy();
  there.destroy();
});

// A stream that is first read by read(), then flows, then is destroyed in the middle.
const others = () => pair(async (here, there) => {
  const got = [];
  const onReadable = () => {
    for (let chunk; (chunk = here.read()) !== null;) got.push(chunk.toString());
  };
  here.on('readable', onReadable);
  there.write(Buffer.from('one'));
  await soon();
  here.off('readable', onReadable);
  const closed = once(here, 'close');
  here.on('data', (data) => {
    got.push(data.toString());
    if (got.length === 3) here.destroy();
  });
  here.resume();
  for (const text of ['two', 'three', 'four']) {
    there.write(Buffer.from(text));
    await soon();
  }
  await closed;
  assert.deepStrictEqual(got, ['one', 'two', 'three']);
  assert.notStrictEqual(here.write(Buffer.from('x')), true);
  there.destroy();
});

// An end right after data, and data for a listener that throws.
const thrown = () => pair(async (here, there) => {
  const seen = [];
  const caught = once(process, 'uncaughtException');
  here.on('data', (data) => {
    seen.push(data.toString());
    if (seen.length === 1) throw new Error('mine');
  });
  here.on('end', () => seen.push('end'));
  there.write(Buffer.from('a'));
  assert.strictEqual((await caught).message, 'mine');
  there.end(Buffer.from('b'));
  await once(here, 'end');
  assert.deepStrictEqual(seen, ['a', 'b', 'end']);
  here.destroy();
});

// Methods that a program has replaced are called.
const replaced = () => pair(async (here, there) => {
  const { write } = Duplex.prototype;
  let writes = 0;
  Duplex.prototype.write = function(...args) {
    writes++;
    return write.apply(this, args);
  };
  here.write(Buffer.from('a'));
  Duplex.prototype.write = write;
  const { _write } = here;
  here._write = function(...args) {
    writes++;
    return _write.apply(this, args);
  };
  here.write(Buffer.from('b'));
  assert.strictEqual(writes, 2);
  const { push } = there;
  let pushes = 0;
  there.push = function(...args) {
    pushes++;
    return push.apply(this, args);
  };
  assert.strictEqual((await read(there, 2)).toString(), 'ab');
  assert.ok(pushes > 0);
  here.destroy();
  there.destroy();
});

// A timeout counts from the last write and the last read.
const timeouts = () => pair(async (here, there) => {
  there.resume();
  here.setTimeout(100, () => assert.fail('it was in use'));
  for (let i = 0; i < 8; i++) {
    await new Promise((resolve) => { setTimeout(resolve, 25); });
    here.write(Buffer.from('x'));
  }
  here.destroy();
  there.destroy();
});

(async () => {
  const tests = [order, drain, cork, errors, ended, pauses, others, thrown, replaced, timeouts];
  for (const test of tests) await test();
  console.log('ok');
})();
