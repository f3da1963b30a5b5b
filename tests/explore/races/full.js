// SPDX-License-Identifier: MIT
// A full buffer: the writer looks at its source before it waits for 'drain', which has been then.
'use strict';
const net = require('net');
const fs = require('fs');
require('./scene');

const server = net.createServer((socket) => {
  setTimeout(() => socket.resume(), 20);
}).listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', async () => {
    const file = await fs.promises.open(__filename);
    const isFull = !client.write(Buffer.alloc(1 << 23));
    await file.stat();
    if (isFull) await new Promise((resolve) => { client.once('drain', resolve); });
    await file.close();
    client.end('.');
    server.close();
  });
});
