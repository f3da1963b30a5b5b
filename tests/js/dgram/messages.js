// SPDX-License-Identifier: MIT
// Messages arrive as they were sent, for every form of send(), with the address they came from.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const receiver = dgram.createSocket('udp4');
const sender = dgram.createSocket('udp4');
const seen = [];
const expected = ['abc', 'bc', 'abcd', '', 'conn'];
let sent = 0;

receiver.on('message', (message, from) => {
  assert.strictEqual(from.address, '127.0.0.1');
  assert.strictEqual(from.family, 'IPv4');
  assert.strictEqual(from.size, message.length);
  assert.strictEqual(from.port, sender.address().port);
  seen.push(message.toString());
  if (seen.length === expected.length) {
    receiver.close();
    sender.close();
  }
});
receiver.bind(0, '127.0.0.1', () => {
  const { port } = receiver.address();
  const count = (error, size) => {
    assert.strictEqual(error, null);
    sent += size;
  };
  sender.send('abc', port, '127.0.0.1', count);
  sender.send(Buffer.from('abc'), 1, 2, port, count);
  sender.send(['a', Buffer.from('bc'), new Uint8Array([100])], port, '127.0.0.1', count);
  sender.send([], port, '127.0.0.1', (error, size) => {
    count(error, size);
    sender.connect(port, '127.0.0.1', () => {
      assert.strictEqual(sender.remoteAddress().port, port);
      assert.throws(() => sender.connect(port), { code: 'ERR_SOCKET_DGRAM_IS_CONNECTED' });
      assert.throws(() => sender.send('abc', 0, 1, port, '127.0.0.1'),
        { code: 'ERR_SOCKET_DGRAM_IS_CONNECTED' });
      sender.send('conn', count);
    });
  });
});
process.on('exit', () => {
  assert.deepStrictEqual(seen.sort(), expected.sort());
  assert.strictEqual(sent, 13);
});
