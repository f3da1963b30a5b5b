// SPDX-License-Identifier: MIT
// Proves that keys and certificates can be cloned and sent through ports, and stay the same; that
// ciphers, Sign and Hash are streams; that secrets of one KeyObject are copies.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const { pipeline, Readable } = require('stream');

const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const secret = crypto.createSecretKey(Buffer.from('0123456789abcdef'));

for (const key of [publicKey, privateKey, secret]) {
  const clone = structuredClone({ key }).key;
  assert.notStrictEqual(clone, key);
  assert.ok(clone instanceof crypto.KeyObject);
  assert.strictEqual(clone.type, key.type);
  assert.ok(clone.equals(key));
}
secret.export().fill(0);
assert.strictEqual(secret.export().toString(), '0123456789abcdef');

async function web() {
  const { subtle } = globalThis.crypto;
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']);
  const { port1, port2 } = new MessageChannel();
  const arrived = new Promise((resolve) => { port2.onmessage = ({ data }) => resolve(data); });
  port1.postMessage(key);
  const clone = await arrived;
  port1.close();
  assert.ok(clone instanceof CryptoKey);
  assert.deepStrictEqual(clone.algorithm, { name: 'AES-GCM', length: 128 });
  assert.strictEqual(clone.extractable, false);
  assert.ok(crypto.KeyObject.from(clone).equals(crypto.KeyObject.from(key)));
  await assert.rejects(subtle.exportKey('raw', clone), { name: 'InvalidAccessException' });
  await assert.rejects(subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, clone,
    new Uint8Array(16)), { name: 'InvalidAccessError' });
}

function streams() {
  const iv = Buffer.alloc(16);
  const text = 'x'.repeat(100000);
  const cipher = crypto.createCipheriv('aes-128-cbc', secret, iv);
  const decipher = crypto.createDecipheriv('aes-128-cbc', secret, iv);
  const hash = crypto.createHash('sha256');
  return new Promise((resolve, reject) => {
    pipeline(Readable.from([text.slice(0, 7), text.slice(7)]), cipher, decipher, hash, (error) => {
      if (error) reject(error);
      else resolve();
    });
  }).then(() => {
    assert.strictEqual(hash.read().toString('hex'), crypto.hash('sha256', text));
  });
}

async function damaged() {
  const decipher = crypto.createDecipheriv('aes-128-cbc', secret, Buffer.alloc(16));
  const failed = new Promise((resolve) => { decipher.on('error', resolve); });
  decipher.resume();
  decipher.end(Buffer.alloc(15));
  assert.strictEqual((await failed).code, 'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH');
}

(async () => {
  await web();
  await streams();
  await damaged();
  const sign = crypto.createSign('sha256');
  sign.write('a');
  sign.end('b');
  const signature = sign.sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  assert.strictEqual(signature.length, 64);
  assert.ok(crypto.verify('sha256', Buffer.from('ab'),
    { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature));
})();

// Some packages write `new` before these.
for (const name of ['createHash', 'createHmac', 'createCipheriv', 'createSign', 'createECDH']) {
  const args = { createHash: ['md5'], createHmac: ['md5', 'k'], createSign: ['sha1'],
    createCipheriv: ['aes-128-ecb', secret, null], createECDH: ['prime256v1'] }[name];
  assert.strictEqual(typeof new crypto[name](...args), 'object');
}

// Methods of keys on other objects throw, and nothing worse.
{
  const assert = require('assert');
  const { createSecretKey } = require('crypto');
  const key = createSecretKey(Buffer.from('secret'));
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(key), 'symmetricKeySize');
  for (const wrong of [{}, new DataView(new ArrayBuffer(2)), undefined, 1]) {
    assert.throws(() => key.export.call(wrong), TypeError);
    assert.throws(() => get.call(wrong), TypeError);
  }
}
