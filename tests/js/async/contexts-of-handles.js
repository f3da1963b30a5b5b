// SPDX-License-Identifier: MIT
// Proves that callbacks and events of operations in C have the store of the moment they were
// started; and that connections which a server accepts have none.
'use strict';
const assert = require('assert');
const childProcess = require('child_process');
const crypto = require('crypto');
const dgram = require('dgram');
const dns = require('dns');
const fs = require('fs');
const http = require('http');
const net = require('net');
const zlib = require('zlib');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
const seen = {};
const see = (what) => { (seen[what] ??= []).push(storage.getStore()); };
const within = (name, callback) => storage.run(name, callback);

within('readFile', () => fs.readFile(__filename, () => see('readFile')));
within('stream', () => fs.createReadStream(__filename).resume().on('close', () => see('stream')));
within('exec', () => childProcess.exec('true', () => see('exec')));
within('gzip', () => zlib.gzip('x', () => see('gzip')));
within('lookup', () => dns.lookup('127.0.0.1', () => see('lookup')));
within('random', () => crypto.randomBytes(4, () => see('random')));
within('pbkdf2', () => crypto.pbkdf2('a', 'b', 1, 8, 'sha1', () => see('pbkdf2')));
within('port', () => {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => {
    see('port');
    port2.close();
  };
  within('post', () => port1.postMessage(1));
});
within('dgram', () => {
  const socket = dgram.createSocket('udp4');
  socket.on('message', () => {
    see('dgram');
    socket.close();
  });
  socket.bind(0, '127.0.0.1', () => {
    within('send', () => socket.send('x', socket.address().port, '127.0.0.1', () => see('send')));
  });
});
within('server', () => {
  const server = net.createServer((socket) => {
    see('server');
    socket.on('data', () => see('accepted'));
  }).listen(0, () => within('client', () => {
    const socket = net.connect(server.address().port);
    socket.end('a');
    socket.resume().on('close', () => {
      see('client');
      server.close();
    });
  }));
});
within('http', () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let left = 3;
  const server = http.createServer((request, response) => {
    see('http');
    response.end();
  }).listen(0, () => {
    for (let i = 0; i < 3; i++) {
      within(`get${i}`, () => http.get({ port: server.address().port, agent }, (response) => {
        response.resume().on('end', () => {
          see(`get${i}`);
          if (--left > 0) return;
          agent.destroy();
          server.close();
        });
      }));
    }
  });
});
process.on('exit', () => {
  assert.deepStrictEqual(seen.accepted, [undefined]);
  assert.deepStrictEqual(seen.http, ['http', 'http', 'http']);
  delete seen.accepted;
  assert.strictEqual(Object.keys(seen).length, 16);
  for (const [name, stores] of Object.entries(seen)) {
    for (const store of stores) assert.strictEqual(store, name);
  }
});
