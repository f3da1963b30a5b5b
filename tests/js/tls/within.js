// SPDX-License-Identifier: MIT
// An https request is answered while another TLS connection, over a stream made in JavaScript,
// reads: data after the request in the same record is not lost.
'use strict';
const assert = require('assert');
const fs = require('fs');
const https = require('https');
const path = require('path');
const tls = require('tls');
const { Duplex } = require('stream');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const key = read('key.pem');
const cert = read('cert.pem');
const REQUESTS = 20;

class Half extends Duplex {
  _read() {}

  _write(chunk, encoding, callback) {
    this.other.push(chunk);
    callback();
  }
}

let inner = 0;
const [near, far] = [new Half(), new Half()];
[near.other, far.other] = [far, near];
const other = new tls.TLSSocket(far, { isServer: true, key, cert });
other.on('data', (bytes) => { inner += bytes.length; });
const sender = tls.connect({ socket: near, rejectUnauthorized: false });

const seen = [];
const server = https.createServer({ key, cert }, (request, response) => {
  seen.push(request.url);
  sender.write(Buffer.alloc(3000, 'x'));
  response.end(request.url);
});

sender.on('secureConnect', () => server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, rejectUnauthorized: false }, () => {
    let text = '';
    for (let i = 0; i < REQUESTS; i++) text += `GET /${i} HTTP/1.1\r\nHost: a\r\n\r\n`;
    client.write(text);
  });
  let answers = '';
  client.on('data', (bytes) => {
    answers += bytes.toString('latin1');
    if (answers.split('HTTP/1.1 200').length <= REQUESTS || !answers.endsWith(`/${REQUESTS - 1}`)) {
      return;
    }
    assert.deepStrictEqual(seen, Array.from({ length: REQUESTS }, (_, i) => `/${i}`));
    assert.strictEqual(inner, 3000 * REQUESTS);
    client.end();
    client.on('close', () => server.close());
    other.on('error', () => {}); // the other side disconnects abruptly
    sender.destroy();
    other.destroy();
  });
}));
