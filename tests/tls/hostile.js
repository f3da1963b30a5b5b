// SPDX-License-Identifier: MIT
// A connection through a proxy that changes bytes, in either direction: hostile.js DIRECTORY COUNT
// SEED. Whatever is changed, both sides end, and no wrong data is ever read.
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const tls = require('tls');

const [directory, count, seed] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(directory, name));
let state = Number(seed) >>> 0 || 1;
const next = (limit) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * limit);
};
const text = 'what was said '.repeat(400);

// What happens to the bytes: changed, lost, duplicated, or invented.
function damage(bytes) {
  const at = next(bytes.length);
  switch (next(5)) {
    case 0: {
      const copy = Buffer.from(bytes);
      copy[at] ^= 1 << next(8);
      return copy;
    }
    case 1: return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + next(20))]);
    case 2: return Buffer.concat([bytes.subarray(0, at), bytes.subarray(0, at), bytes]);
    case 3: return Buffer.concat([bytes.subarray(0, at), Buffer.from([22, 3, 3, 255, 255]),
      Buffer.alloc(next(5000), next(256))]);
    default: return bytes.subarray(0, at);
  }
}

function between(port, victim) {
  let seen = 0;
  const when = next(6);
  const proxy = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    near.on('error', () => {});
    far.on('error', () => {});
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    const pass = (from, to, hurts) => from.on('data', (data) => {
      const hit = hurts && seen++ === when;
      if (!to.destroyed) to.write(hit ? damage(data) : data);
      if (hit) setTimeout(() => { from.destroy(); to.destroy(); }, 30);
    });
    pass(near, far, victim === 0);
    pass(far, near, victim === 1);
  });
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

async function one(server) {
  const proxy = await between(server.address().port, next(2));
  const version = next(2) ? 'TLSv1.2' : 'TLSv1.3';
  await new Promise((resolve) => {
    let got = '';
    const socket = tls.connect({ port: proxy.address().port, host: '127.0.0.1', ca: read('ca.crt'),
      servername: 'localhost', minVersion: version, maxVersion: version, requestOCSP: next(2) === 1,
      ALPNProtocols: ['a', 'b'] }, () => socket.write(text));
    const timer = setTimeout(() => socket.end(), 60);
    socket.on('data', (data) => {
      got += data;
      if (got.length === text.length) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      if (!text.startsWith(got)) throw new Error(`read what nobody wrote: ${got}`);
      resolve();
    });
  });
  proxy.close();
}

async function main() {
  const server = tls.createServer({ key: read('ec.key'), cert: read('ec.crt'),
    ALPNProtocols: ['b'] }, (socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.on('tlsClientError', () => {});
  server.on('newSession', (id, session, done) => setImmediate(done));
  server.on('resumeSession', (id, done) => setImmediate(done));
  server.on('OCSPRequest', (certificate, issuer, done) => setImmediate(done, null, null));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lanes = Array.from({ length: 8 }, async () => {
    for (let i = 0; i < count / 8; i++) await one(server);
  });
  await Promise.all(lanes);
  server.close();
}

main();
