// SPDX-License-Identifier: MIT
// Two pieces that are corked together, small and large, of bytes and text: they arrive in order,
// also if the other side reads late; bytesWritten, callbacks, 'drain' and errors are as with any
// write.
'use strict';
const assert = require('assert');
const net = require('net');

const ROUNDS = 3000;
const sizes = [0, 1, 2, 70, 125, 4095, 4096, 9000, 70000];

function pairOf(round) {
  const first = Buffer.alloc(sizes[round % sizes.length], `${round} `);
  const second = round % 5 === 0 ? `text \u00e9 ${round}` :
    Buffer.alloc(sizes[(round * 7 + 3) % sizes.length], `${-round} `);
  return [first, second];
}

function lateReader(done) {
  const server = net.createServer((socket) => {
    const hash = require('crypto').createHash('sha1');
    let size = 0;
    socket.pause();
    setTimeout(() => socket.resume(), 100);
    socket.on('data', (data) => {
      size += data.length;
      hash.update(data);
    });
    socket.on('end', () => {
      server.close();
      done(size, hash.digest('hex'));
    });
  });
  return server;
}

const expected = require('crypto').createHash('sha1');
let total = 0;
let called = 0;
let drained = false;

const server = lateReader((size, digest) => {
  assert.strictEqual(size, total);
  assert.strictEqual(digest, expected.digest('hex'));
  assert.strictEqual(called, ROUNDS);
  assert.strictEqual(drained, true);
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.once('drain', () => {
      drained = true;
      client.end();
    });
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = pairOf(round);
      total += first.length + Buffer.byteLength(second);
      expected.update(first).update(second);
      client.cork();
      client.write(first);
      client.write(second, (error) => {
        assert.ok(error === undefined || error === null);
        assert.strictEqual(called++, round);
      });
      client.uncork();
      assert.strictEqual(client.bytesWritten, total);
    }
  });
});

// The other side is gone: the first write or the next one fails, and says so once.
const gone = net.createServer((socket) => socket.resetAndDestroy());
gone.listen(0, '127.0.0.1', () => {
  const client = net.connect(gone.address().port, '127.0.0.1', () => {
    setTimeout(() => {
      client.cork();
      client.write(Buffer.from('ab'));
      client.write(Buffer.from('cd'), (error) => assert.ok(error instanceof Error));
      client.uncork();
    }, 50);
  });
  client.pause();
  const errors = [];
  client.on('error', (error) => errors.push(error.code));
  client.on('close', () => {
    assert.strictEqual(errors.length, 1);
    assert.ok(['EPIPE', 'ECONNRESET'].includes(errors[0]), errors[0]);
    gone.close();
  });
});
