// SPDX-License-Identifier: MIT
// The order of https events over a Duplex that passes everything on at once: a write right after
// the handshake, while the stream below still writes, and one when that is done.
'use strict';
const fs = require('fs');
const https = require('https');
const path = require('path');
const tls = require('tls');
const { Duplex } = require('stream');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const key = read('key.pem');
const cert = read('cert.pem');

class Half extends Duplex {
  _read() {}

  _write(chunk, encoding, callback) {
    this.other.push(chunk);
    callback();
  }

  _final(callback) {
    this.other.push(null);
    callback();
  }
}

function run(name, later, done) {
  const [near, far] = [new Half(), new Half()];
  [near.other, far.other] = [far, near];
  let inside = '';
  const say = (...words) => console.log([name, ...words, inside].join(' ').trim());
  const server = https.createServer({ key, cert }, (request, response) => {
    say('request', request.url);
    process.nextTick(say, 'tick', request.url);
    Promise.resolve().then(() => say('microtask', request.url));
    request.on('data', (bytes) => say('data', bytes.length));
    request.on('end', () => {
      say('end');
      response.end('ok');
    });
  });
  server.emit('connection', far);
  const client = tls.connect({ socket: near, rejectUnauthorized: false }, () => later(() => {
    inside = 'inside';
    process.nextTick(say, 'own tick');
    client.write('POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello');
    client.write('GET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    inside = '';
    say('written');
  }));
  client.on('data', (bytes) => say('got', bytes.toString().split('\r\n')[0]));
  client.on('end', () => {
    say('client end');
    done?.();
  });
}

run('at once', setImmediate, () => run('later', (callback) => setTimeout(callback, 60)));
