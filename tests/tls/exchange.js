// SPDX-License-Identifier: MIT
// Random exchanges over TLS: exchange.js server|client DIRECTORY COUNT SEED [PORTS]. A server and a
// client with the same numbers belong together; each prints what it saw, which must be the same
// whoever runs it. The server prints its ports first, and the rest when its input ends.
'use strict';
const tls = require('tls');
const fs = require('fs');
const path = require('path');
const { createHash } = require('crypto');

const [role, directory, count, seed, ports] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(directory, name));

function random(start) {
  let state = start >>> 0 || 1;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

function scenario(index) {
  const next = random(Number(seed) + index * 7919);
  const pick = (list) => list[next(list.length)];
  const protocols = ['h2', 'http/1.1', 'x'].filter(() => next(2));
  return {
    versions: pick([['TLSv1.2', 'TLSv1.2'], ['TLSv1.3', 'TLSv1.3'], ['TLSv1.2', 'TLSv1.3']]),
    kind: pick(['rsa', 'ec']),
    own: pick(['', 'client', 'foreign']),
    request: next(2) === 1,
    reject: next(2) === 1,
    trusts: next(4) > 0,
    insecure: next(3) === 0,
    name: pick(['localhost', 'a.example.com', 'b.example.com', 'other.test']),
    offered: protocols,
    known: ['x', 'http/1.1'].filter(() => next(2)),
    sizes: Array.from({ length: 1 + next(6) }, () => pick([0, 1, 5, 1000, 16383, 16384, 16385,
      50000, 200000])),
    ciphers: pick([undefined, undefined, 'ECDHE+AESGCM:TLS_AES_128_GCM_SHA256',
      'ECDHE+CHACHA20:TLS_CHACHA20_POLY1305_SHA256']),
    psk: next(8) === 0,
  };
}

// By the server; the context of *.example.com trusts nobody. When the client notices is random.
const isRefused = (s) => s.request && s.reject && !s.psk &&
  (s.own !== 'client' || s.name.endsWith('.example.com'));
const shared = Buffer.from('d731ef57be09e5204f0b205b60627028', 'hex');
const pskCiphers = 'PSK+AES128';

function serverOptions(s) {
  if (s.psk) {
    return { ciphers: pskCiphers, maxVersion: 'TLSv1.2', pskIdentityHint: 'who?',
      pskCallback: (socket, identity) => (identity === 'me' ? shared : null) };
  }
  return {
    key: read(`${s.kind}.key`), cert: read(`${s.kind}.crt`), ca: read('ca.crt'),
    requestCert: s.request, rejectUnauthorized: s.reject,
    minVersion: s.versions[0], maxVersion: s.versions[1], ciphers: s.ciphers,
    ...(s.known.length > 0 ? { ALPNProtocols: s.known } : {}),
  };
}

const lines = [];

function serve(index) {
  const s = scenario(index);
  const server = tls.createServer(serverOptions(s), (socket) => {
    if (!isRefused(s)) {
      lines.push([index, 'server', socket.getProtocol(), socket.authorized,
        s.request ? socket.authorizationError : '', socket.servername, socket.alpnProtocol,
        socket.getPeerCertificate().subject?.CN ?? '', socket.isSessionReused()].join(' '));
    }
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  if (!s.psk) {
    server.addContext('*.example.com', { key: read('example.key'), cert: read('example.crt') });
  }
  server.on('tlsClientError', () => {});
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

function clientOptions(s, port, session) {
  // From 3.5 on OpenSSL prefers another group by default.
  const ecdhCurve = 'X25519:P-256';
  const common = { port, host: '127.0.0.1', servername: s.name, session, ecdhCurve };
  if (s.psk) {
    return { ...common, ciphers: pskCiphers, maxVersion: 'TLSv1.2', checkServerIdentity() {},
      pskCallback: (hint) => (hint === 'who?' ? { psk: shared, identity: 'me' } : null) };
  }
  return {
    ...common, ...(s.trusts ? { ca: read('ca.crt') } : { ca: read('foreign.crt') }),
    ...(s.own ? { key: read(`${s.own}.key`), cert: read(`${s.own}.crt`) } : {}),
    rejectUnauthorized: !s.insecure, ALPNProtocols: s.offered,
  };
}

// One connection; its result, and a session if there was one.
function connect(s, port, given) {
  return new Promise((resolve) => {
    const hash = createHash('sha256');
    const result = [];
    let session;
    let total = 0;
    const wanted = s.sizes.reduce((a, b) => a + b, 0);
    const socket = tls.connect(clientOptions(s, port, given), () => {
      result.push(socket.getProtocol(), socket.getCipher().name, socket.authorized,
        socket.authorizationError, socket.alpnProtocol, socket.isSessionReused(),
        socket.getPeerCertificate(true).fingerprint256 ?? '',
        socket.getPeerCertificate(true).issuerCertificate?.subject.CN ?? '',
        JSON.stringify(socket.getEphemeralKeyInfo()));
      for (const size of s.sizes) socket.write(Buffer.alloc(size, size % 251));
      if (wanted === 0) socket.end();
    });
    socket.on('session', (one) => { session = one; });
    socket.on('data', (data) => {
      hash.update(data);
      total += data.length;
      if (total === wanted) socket.end();
    });
    let failure = '';
    socket.on('error', (error) => { failure = error.code; });
    socket.on('close', () => {
      if (isRefused(s)) resolve([total === 0 ? 'refused' : 'accepted', undefined]);
      else resolve([[...result, total, hash.digest('hex'), failure].join(' '), session]);
    });
  });
}

async function client() {
  const list = ports.split(',');
  for (let i = 0; i < count; i++) {
    const s = scenario(i);
    const [first, session] = await connect(s, list[i]);
    console.log(i, s.name, first);
    const [second] = await connect(s, list[i], session);
    console.log(i, 'again', session === undefined, second);
  }
}

async function server() {
  const list = [];
  for (let i = 0; i < count; i++) list.push(await serve(i));
  console.log(list.join(','));
  process.stdin.resume();
  process.stdin.on('end', () => {
    lines.sort();
    console.log(lines.join('\n'));
    process.exit();
  });
}

if (role === 'server') server();
else client();
