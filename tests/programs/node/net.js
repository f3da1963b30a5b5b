#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// TCP, pipes and datagrams: echo, back pressure, half-open ends, time limits, errors, addresses.
'use strict';
const net = require('net');
const dgram = require('dgram');
const { once } = require('events');
const crypto = require('crypto');

const { say, run } = require('./say.js');

async function echo(name, where) {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  server.listen(where);
  await once(server, 'listening');
  const target = typeof where === 'string' ? where :
    { host: where.host, port: server.address().port };
  const data = Buffer.alloc(1_000_000, 'data');
  const results = await Promise.all(Array.from({ length: 30 }, async () => {
    const socket = net.connect(target);
    const hash = crypto.createHash('md5');
    let size = 0;
    socket.on('data', (chunk) => {
      hash.update(chunk);
      size += chunk.length;
    });
    socket.end(data);
    await once(socket, 'close');
    return `${size} ${hash.digest('hex')}`;
  }));
  say(name, new Set(results));
  server.close();
  await once(server, 'close');
  return target;
}

async function backPressure() {
  const server = net.createServer((socket) => {
    socket.pause();
    setTimeout(() => socket.resume(), 50);
    let size = 0;
    socket.on('data', (chunk) => { size += chunk.length; });
    socket.on('end', () => say('received', size));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect(server.address().port, '127.0.0.1');
  await once(socket, 'connect');
  say('write', socket.write(Buffer.alloc(30_000_000)), socket.writableLength > 0);
  await once(socket, 'drain');
  say('drained', socket.writableLength, socket.bytesWritten);
  socket.end();
  await once(socket, 'close');
  server.close();
}

async function troubles(port) {
  const refused = net.connect(port, '127.0.0.1');
  say((await once(refused, 'error'))[0].code);
  say((await once(net.connect('is-not-there'), 'error'))[0].code);
  const server = net.createServer((socket) => {
    socket.on('error', (error) => say('server', error.code));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const second = net.createServer().listen(server.address().port, '127.0.0.1');
  say((await once(second, 'error'))[0].code);
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.setTimeout(30);
  await once(socket, 'timeout');
  say('time limit', socket.setKeepAlive(true) === socket, socket.remoteFamily);
  socket.resetAndDestroy();
  await once(socket, 'close');
  await new Promise((done) => setTimeout(done, 30));
  server.close();
}

async function datagrams() {
  const server = dgram.createSocket('udp4');
  server.on('message', (data, from) => server.send(data, from.port, from.address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const client = dgram.createSocket('udp4');
  client.connect(server.address().port, '127.0.0.1');
  await once(client, 'connect');
  const got = [];
  for (let i = 0; i < 500; i++) {
    client.send(`message ${i}`);
    got.push(String((await once(client, 'message'))[0]));
  }
  say('datagrams', got.every((text, i) => text === `message ${i}`));
  say('size', client.getSendQueueSize(), client.remoteAddress().address);
  server.close();
  client.close();
  const six = dgram.createSocket({ type: 'udp6', ipv6Only: true });
  six.bind(0, '::1');
  await once(six, 'listening');
  say(six.address().family);
  six.close();
}

async function main() {
  const { port } = await echo('tcp', { host: '127.0.0.1', port: 0 });
  await echo('tcp6', { host: '::1', port: 0 });
  await echo('pipe', `${process.cwd()}/socket`);
  await backPressure();
  await troubles(port);
  await datagrams();
}

run(main);
