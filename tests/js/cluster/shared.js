// SPDX-License-Identifier: MIT
// SCHED_NONE: workers have the socket itself. Datagram sockets are always shared like that. With
// `exclusive` and reusePort a worker has a socket of its own, and the primary has none.
'use strict';
const assert = require('assert');
const cluster = require('cluster');
const dgram = require('dgram');
const http = require('http');
const net = require('net');

cluster.schedulingPolicy = cluster.SCHED_NONE;

async function work() {
  const listen = (options) => new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.end('shared'));
    server.on('error', reject).listen(options, () => resolve(server));
  });
  const { port } = (await listen({ port: +process.env.SHARED, host: '127.0.0.1' })).address();
  const web = http.createServer((request, response) => response.end('web'));
  await new Promise((resolve) => { web.listen(0, '127.0.0.1', resolve); });
  const socket = dgram.createSocket('udp4', (message, { port: from, address }) => {
    socket.send(message, from, address);
  });
  await new Promise((resolve) => { socket.bind(+process.env.DATAGRAMS, '127.0.0.1', resolve); });
  const own = await listen({ port: 0, host: '127.0.0.1', exclusive: true });
  const reused = { port: +process.env.REUSED, host: '127.0.0.1', reusePort: true };
  const side = (await listen(reused)).address().port;
  await assert.rejects(listen({ ...reused, reusePort: false, exclusive: true }),
    { code: 'EADDRINUSE' });
  process.send({
    port, web: web.address().port, datagrams: socket.address().port, own: own.address().port, side,
  });
}

const started = (env) => new Promise((resolve) => {
  cluster.fork(env).once('message', resolve);
});

async function main() {
  const first = await started({ SHARED: 0, DATAGRAMS: 0, REUSED: 0 });
  const second = await started({
    SHARED: first.port, DATAGRAMS: first.datagrams, REUSED: first.side,
  });
  assert.strictEqual(second.port, first.port);
  assert.strictEqual(second.web, first.web);
  assert.strictEqual(second.datagrams, first.datagrams);
  assert.strictEqual(second.side, first.side);
  assert.notStrictEqual(second.own, first.own);
  const client = net.connect(first.port, '127.0.0.1');
  let text = '';
  for await (const chunk of client) text += chunk;
  assert.strictEqual(text, 'shared');
  const socket = dgram.createSocket('udp4');
  socket.send('hello', first.datagrams, '127.0.0.1');
  const [message] = await require('events').once(socket, 'message');
  assert.strictEqual(message.toString(), 'hello');
  socket.close();
  await new Promise((resolve) => { cluster.disconnect(resolve); });
}

if (cluster.isWorker) work();
else main();
