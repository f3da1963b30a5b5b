// SPDX-License-Identifier: MIT
// ioredis over TLS, with a server that knows a few commands: pipelines, bytes, subscriptions, and a
// connection that breaks.
'use strict';
const assert = require('assert');
const tls = require('tls');
const Redis = require('ioredis');
const { listen, secrets } = require('./help');

const { key, cert } = secrets();
const stored = new Map();
const subscribers = new Map();

const bulk = (value) => (value === undefined ? Buffer.from('$-1\r\n') :
  Buffer.concat([Buffer.from(`$${value.length}\r\n`), value, Buffer.from('\r\n')]));
const list = (values) => Buffer.concat([Buffer.from(`*${values.length}\r\n`),
  ...values.map((value) => bulk(Buffer.from(value)))]);

const commands = {
  auth: (socket, [password]) => (`${password}` === 'secret' ? '+OK\r\n' :
    '-WRONGPASS invalid password\r\n'),
  info: () => bulk(Buffer.from('redis_version:7.0.0\r\nloading:0\r\n')),
  set: (socket, [name, value]) => { stored.set(`${name}`, value); return '+OK\r\n'; },
  get: (socket, [name]) => bulk(stored.get(`${name}`)),
  subscribe: (socket, [name]) => {
    subscribers.set(`${name}`, socket);
    return `*3\r\n$9\r\nsubscribe\r\n$${name.length}\r\n${name}\r\n:1\r\n`;
  },
  publish: (socket, [name, text]) => {
    subscribers.get(`${name}`)?.write(list(['message', name, text]));
    return ':1\r\n';
  },
  quit: (socket) => { setImmediate(() => socket.end()); return '+OK\r\n'; },
};

// The complete commands: [[name, ...arguments], ...], and the rest.
function parse(bytes) {
  const found = [];
  for (;;) {
    let at = 0;
    const line = () => {
      const end = bytes.indexOf('\r\n', at);
      if (end < 0) return undefined;
      const text = bytes.toString('latin1', at, end);
      at = end + 2;
      return text;
    };
    const head = line();
    if (head === undefined) return [found, bytes];
    const words = [];
    for (let i = 0; i < Number(head.slice(1)); i++) {
      const size = line();
      if (size === undefined || bytes.length < at + Number(size.slice(1)) + 2) {
        return [found, bytes];
      }
      words.push(bytes.subarray(at, at + Number(size.slice(1))));
      at += Number(size.slice(1)) + 2;
    }
    found.push(words);
    bytes = bytes.subarray(at);
  }
}

const server = tls.createServer({ key, cert }, (socket) => {
  let left = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (data) => {
    const [found, rest] = parse(Buffer.concat([left, data]));
    left = rest;
    for (const [name, ...words] of found) {
      const command = commands[`${name}`.toLowerCase()];
      socket.write(command === undefined ? '-ERR unknown command\r\n' : command(socket, words));
    }
  });
});

(async () => {
  const port = await listen(server);
  const options = { host: '127.0.0.1', port, password: 'secret',
    tls: { ca: cert, servername: 'localhost' } };
  const redis = new Redis(options);
  assert.strictEqual(await redis.set('a', 'b'), 'OK');
  assert.strictEqual(await redis.get('a'), 'b');
  assert.strictEqual(await redis.get('none'), null);
  const large = Buffer.alloc(1 << 20, 'x');
  await redis.set('large', large);
  assert.ok(large.equals(await redis.getBuffer('large')));
  const results = await redis.pipeline().set('c', 1).get('c').get('a').exec();
  assert.deepStrictEqual(results, [[null, 'OK'], [null, '1'], [null, 'b']]);
  await assert.rejects(redis.call('nosuch'), /unknown command/);
  const other = new Redis(options);
  await other.subscribe('news');
  const heard = new Promise((resolve) => {
    other.on('message', (name, text) => resolve([name, text]));
  });
  await redis.publish('news', 'hello');
  assert.deepStrictEqual(await heard, ['news', 'hello']);
  await other.quit();
  redis.stream.destroy(); // it reconnects
  assert.strictEqual(await redis.get('a'), 'b');
  await redis.quit();
  const stranger = new Redis({ ...options, tls: {}, lazyConnect: true, retryStrategy: null });
  stranger.on('error', () => {});
  await assert.rejects(stranger.connect());
  server.close();
})();
