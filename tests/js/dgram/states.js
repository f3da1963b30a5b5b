// SPDX-License-Identifier: MIT
// Bound once, closed once; system errors have their names; a signal closes; unref works.
'use strict';
const assert = require('assert');
const dgram = require('dgram');
const events = [];

assert.throws(() => dgram.createSocket('tcp'), { code: 'ERR_SOCKET_BAD_TYPE' });
const socket = dgram.createSocket({ type: 'udp4', reuseAddr: true, recvBufferSize: 8192 });
socket.bind(0, '127.0.0.1', () => {
  assert.throws(() => socket.bind(), { code: 'ERR_SOCKET_ALREADY_BOUND' });
  assert(socket.getRecvBufferSize() >= 8192);
  assert.throws(() => socket.setRecvBufferSize(-1), { code: 'ERR_SOCKET_BAD_BUFFER_SIZE' });
  assert.strictEqual(socket.setTTL(5), 5);
  assert.throws(() => socket.setTTL(1000), { code: 'EINVAL', syscall: 'setTTL' });
  assert.throws(() => socket.addMembership('1.2.3.4'), { code: 'EINVAL' });
  socket.addMembership('224.0.0.114', '127.0.0.1');
  socket.dropMembership('224.0.0.114', '127.0.0.1');
  assert.throws(() => socket.send('x', 70000), { code: 'ERR_SOCKET_BAD_PORT' });
  assert.throws(() => socket.disconnect(), { code: 'ERR_SOCKET_DGRAM_NOT_CONNECTED' });
  const second = dgram.createSocket('udp4');
  second.on('error', (error) => {
    assert.strictEqual(error.code, 'EADDRINUSE');
    assert.strictEqual(error.syscall, 'bind');
    events.push('in use');
    second.close();
    socket.close(() => events.push('closed'));
    assert.throws(() => socket.close(), { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
  });
  second.bind(socket.address().port, '127.0.0.1');
});
const controller = new AbortController();
dgram.createSocket({ type: 'udp4', signal: controller.signal })
  .on('close', () => events.push('aborted'));
controller.abort();
dgram.createSocket('udp4').bind().unref();
process.on('exit', () => assert.deepStrictEqual(events.sort(), ['aborted', 'closed', 'in use']));
