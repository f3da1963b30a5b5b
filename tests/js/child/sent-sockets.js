// SPDX-License-Identifier: MIT
// Servers and datagram sockets that are sent to a child; connections there are counted by the
// server that they came from, which waits for them when it is closed.
'use strict';
const assert = require('assert');
const { fork } = require('child_process');
const dgram = require('dgram');
const net = require('net');

if (process.argv[2] === 'child') {
  const sockets = [];
  process.on('message', (message, handle) => {
    if (message === 'connection') sockets.push(handle);
    if (message === 'datagrams') {
      handle.once('message', (data, { port, address }) => {
        handle.send(`child: ${data}`, port, address, () => handle.close());
      });
      assert.ok(handle instanceof dgram.Socket);
    }
    if (message === 'raw') handle.close();
    if (message === 'end') for (const one of sockets) one.end();
    process.send(message, () => { if (message === 'last') process.disconnect(); });
  });
} else {
  const child = fork(__filename, ['child'], { serialization: process.argv[2] });
  const seen = [];
  const answer = (message) => new Promise((resolve) => {
    child.on('message', function onMessage(got) {
      if (got !== message) return;
      child.removeListener('message', onMessage);
      seen.push(got);
      resolve();
    });
  });
  const counted = (server) => new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

  (async () => {
    assert.throws(() => child.send('no handle', {}), { code: 'ERR_INVALID_HANDLE_TYPE' });
    const server = net.createServer((socket) => child.send('connection', socket));
    await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    const client = net.connect(server.address().port, '127.0.0.1');
    client.resume();
    await answer('connection');
    assert.strictEqual(await counted(server), 1);
    let closed = false;
    const wholly = new Promise((resolve) => {
      server.close(() => {
        closed = true;
        resolve();
      });
    });
    child.send('raw', net._createServerHandle('127.0.0.1', 0, 4));
    await answer('raw');
    const socket = dgram.createSocket('udp4');
    await new Promise((resolve) => { socket.bind(0, '127.0.0.1', resolve); });
    const { port } = socket.address();
    child.send('datagrams', socket);
    await answer('datagrams');
    socket.close();
    const asking = dgram.createSocket('udp4');
    asking.send('hello', port, '127.0.0.1');
    const [data] = await require('events').once(asking, 'message');
    assert.strictEqual(data.toString(), 'child: hello');
    asking.close();
    assert.strictEqual(closed, false);
    child.send('end');
    await wholly;
    assert.strictEqual(client.destroyed || client.readableEnded, true);
    child.send('last');
    await answer('last');
    assert.deepStrictEqual(seen, ['connection', 'raw', 'datagrams', 'last']);
  })();
}
