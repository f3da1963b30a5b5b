// SPDX-License-Identifier: MIT
// TLS over streams that are made in JavaScript, and over TLS itself.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tls = require('tls');
const { Duplex } = require('stream');

const read = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const key = read('key.pem');
const cert = read('cert.pem');

class Half extends Duplex {
  _read() {
    const { waiting } = this;
    this.waiting = null;
    waiting?.();
  }

  _write(chunk, encoding, callback) {
    this.other.waiting = callback;
    this.other.push(chunk);
  }

  _final(callback) {
    this.other.push(null);
    callback();
  }
}

function pair() {
  const [left, right] = [new Half(), new Half()];
  [left.other, right.other] = [right, left];
  return [left, right];
}

// Through this many layers of TLS.
function through(layers) {
  let [near, far] = pair();
  for (let i = 0; i < layers; i++) {
    far = new tls.TLSSocket(far, { isServer: true, key, cert });
    near = tls.connect({ socket: near, ca: cert, servername: 'localhost' });
  }
  return [near, far];
}

const results = {};
for (const layers of [1, 2, 3]) {
  const [near, far] = through(layers);
  const text = `${layers} `.repeat(30000);
  far.pipe(far);
  let got = '';
  near.setEncoding('latin1');
  near.on('data', (data) => { got += data; });
  near.on('secureConnect', () => {
    assert.strictEqual(near.authorized, true);
    near.end(text);
  });
  near.on('end', () => {
    assert.strictEqual(got, text);
    results[layers] = true;
  });
}

process.on('exit', () => assert.deepStrictEqual(results, { 1: true, 2: true, 3: true }));
