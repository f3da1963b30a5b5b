// SPDX-License-Identifier: MIT
// WebSocket: text, bytes and large messages both ways, pings, a protocol, and close codes.
'use strict';
if (!globalThis.WebSocket) process.exit(77); // Node 20 has it behind a switch
const assert = require('assert');
const crypto = require('crypto');
const http = require('http');

function frame(opcode, data) {
  const size = data.length < 126 ? [data.length] : data.length < 65536 ?
    [126, data.length >> 8, data.length & 255] :
    [127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (data.length >> shift) & 255)];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), data]);
}

// Calls back with each complete frame.
function reader(onFrame) {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 2) {
      let size = rest[1] & 127;
      let at = 2;
      if (size === 126) [size, at] = [rest.length < 4 ? Infinity : rest.readUInt16BE(2), 4];
      else if (size === 127) [size, at] = [rest.length < 10 ? Infinity : rest.readUInt32BE(6), 10];
      if (rest.length < at + 4 + size) return;
      const mask = rest.subarray(at, at + 4);
      const data = Buffer.from(rest.subarray(at + 4, at + 4 + size)).map((b, i) => b ^ mask[i & 3]);
      onFrame(rest[0] & 15, data);
      rest = rest.subarray(at + 4 + size);
    }
  };
}

const server = http.createServer();
server.on('upgrade', (req, socket) => {
  const accept = crypto.createHash('sha1')
    .update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    `Sec-WebSocket-Accept: ${req.url === '/wrong' ? 'x' : accept}\r\n` +
    'Sec-WebSocket-Protocol: two\r\n\r\n');
  socket.on('data', reader((opcode, data) => {
    if (opcode === 8) socket.end(frame(8, data));
    if (opcode > 2) return;
    socket.write(frame(9, Buffer.from('?')));
    socket.write(frame(opcode, data));
  }));
  socket.on('error', () => {});
});

const once = (target, event) => new Promise((resolve) => {
  target.addEventListener(event, resolve, { once: true });
});

server.listen(0, '127.0.0.1', async () => {
  const base = `ws://127.0.0.1:${server.address().port}`;
  const socket = new WebSocket(`${base}/`, ['one', 'two']);
  socket.binaryType = 'arraybuffer';
  await once(socket, 'open');
  assert.strictEqual(socket.protocol, 'two');
  for (const message of ['text \u20ac', 'x'.repeat(200), 'y'.repeat(100000)]) {
    socket.send(message);
    assert.strictEqual((await once(socket, 'message')).data, message);
  }
  socket.send(new Uint8Array([1, 2, 3]));
  assert.deepStrictEqual(new Uint8Array((await once(socket, 'message')).data),
    new Uint8Array([1, 2, 3]));
  socket.close(4001, 'enough');
  const { code, reason, wasClean } = await once(socket, 'close');
  assert.deepStrictEqual({ code, reason, wasClean },
    { code: 4001, reason: 'enough', wasClean: true });
  const wrong = new WebSocket(`${base}/wrong`);
  await once(wrong, 'error');
  assert.throws(() => new WebSocket('http:x y'), { name: 'SyntaxError' });
  server.close();
});
