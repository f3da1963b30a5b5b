// SPDX-License-Identifier: MIT
// After an upgrade both sides have the bare socket, and the bytes that came after the head.
'use strict';
const assert = require('assert');
const http = require('http');

const server = http.createServer();
server.on('upgrade', (req, socket, head) => {
  assert.strictEqual(head.toString(), '');
  assert.throws(() => socket.setEncoding('utf8'), { code: 'ERR_HTTP_SOCKET_ENCODING' }); // still
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n' +
    '\r\nfirst');
  socket.on('data', (data) => socket.end(data));
});
server.listen(0, '127.0.0.1', () => {
  const req = http.request({
    port: server.address().port, host: '127.0.0.1',
    headers: { Connection: 'Upgrade', Upgrade: 'echo' },
  });
  req.on('upgrade', (res, socket, head) => {
    assert.strictEqual(res.statusCode, 101);
    let text = head.toString();
    socket.on('data', (data) => { text += data; });
    socket.on('end', () => {
      assert.strictEqual(text, 'firstsecond');
      socket.end();
      server.close();
    });
    socket.write('second');
  });
  req.end();
});
