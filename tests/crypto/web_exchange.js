// SPDX-License-Identifier: MIT
// Random exchanges of Web Crypto between two runtimes: one makes, the other checks.
//   web_exchange.js make COUNT SEED >FILE     web_exchange.js check FILE
'use strict';
const assert = require('assert');
const fs = require('fs');
const { subtle } = globalThis.crypto;
const { randomBytes } = require('crypto');

let state = 1;

function pick(list) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return list[(state >>> 8) % list.length];
}

const b64 = (bytes) => Buffer.from(bytes).toString('base64');
const un64 = (text) => new Uint8Array(Buffer.from(text, 'base64'));
const data = () => randomBytes(pick([0, 1, 15, 16, 17, 200]));
const exponent = new Uint8Array([1, 0, 1]);

const signing = [
  [{ name: 'HMAC', hash: 'SHA-256' }, 'HMAC', 'raw'],
  [{ name: 'HMAC', hash: 'SHA-512', length: 256 }, 'HMAC', 'jwk'],
  [{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024 }, 'RSASSA-PKCS1-v1_5',
    'spki'],
  [{ name: 'RSA-PSS', hash: 'SHA-1', modulusLength: 1024 }, { name: 'RSA-PSS', saltLength: 20 },
    'jwk'],
  [{ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash: 'SHA-256' }, 'raw'],
  [{ name: 'ECDSA', namedCurve: 'P-521' }, { name: 'ECDSA', hash: 'SHA-512' }, 'jwk'],
  [{ name: 'Ed25519' }, 'Ed25519', 'spki'],
];
const encrypting = [
  [{ name: 'AES-CBC', length: 128 }, () => ({ name: 'AES-CBC', iv: b64(randomBytes(16)) })],
  [{ name: 'AES-CTR', length: 256 }, () => ({ name: 'AES-CTR', counter: b64(Buffer.alloc(16, 255)),
    length: pick([64, 128, 8]) })],
  [{ name: 'AES-GCM', length: 192 }, () => ({ name: 'AES-GCM', iv: b64(randomBytes(12)),
    additionalData: b64(data()), tagLength: pick([128, 96]) })],
  [{ name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048 },
    () => ({ name: 'RSA-OAEP', label: b64(data()) })],
];

function revive(algorithm) {
  const result = { ...algorithm };
  for (const name of ['iv', 'counter', 'additionalData', 'label']) {
    if (result[name] !== undefined) result[name] = un64(result[name]);
  }
  return result;
}

async function packed(format, key) {
  const out = await subtle.exportKey(format, key);
  return { format, key: format === 'jwk' ? out : b64(out) };
}

function unpacked({ format, key }, algorithm, usages) {
  return subtle.importKey(format, format === 'jwk' ? key : un64(key), algorithm, true, usages);
}

const kinds = {
  sign: {
    async make() {
      const [algorithm, used, format] = pick(signing);
      const made = await subtle.generateKey({ ...algorithm, publicExponent: exponent }, true,
        ['sign', 'verify']);
      const input = data();
      return { algorithm, used, key: await packed(format, made.publicKey ?? made),
        input: b64(input), out: b64(await subtle.sign(used, made.privateKey ?? made, input)) };
    },
    async check(one) {
      const secret = one.algorithm.name === 'HMAC' && one.key.format === 'jwk';
      const key = await unpacked(one.key, one.algorithm, secret ? ['sign', 'verify'] : ['verify']);
      const signature = un64(one.out);
      assert.ok(await subtle.verify(one.used, key, signature, un64(one.input)));
      signature[3] ^= 1;
      assert.ok(!await subtle.verify(one.used, key, signature, un64(one.input)));
    },
  },
  encrypt: {
    async make() {
      const [algorithm, use] = pick(encrypting);
      const made = await subtle.generateKey({ ...algorithm, publicExponent: exponent }, true,
        ['encrypt', 'decrypt']);
      const used = use();
      const input = algorithm.name === 'RSA-OAEP' ? randomBytes(20) : data();
      const format = made.privateKey ? 'pkcs8' : pick(['raw', 'jwk']);
      return { algorithm, used, input: b64(input),
        key: await packed(format, made.privateKey ?? made),
        out: b64(await subtle.encrypt(revive(used), made.publicKey ?? made, input)) };
    },
    async check(one) {
      const key = await unpacked(one.key, one.algorithm, ['decrypt']);
      assert.strictEqual(b64(await subtle.decrypt(revive(one.used), key, un64(one.out))),
        one.input);
    },
  },
  derive: {
    async make() {
      const algorithm = pick([{ name: 'ECDH', namedCurve: 'P-384' }, { name: 'X25519' }]);
      const [own, other] = await Promise.all([0, 1].map(() => subtle.generateKey(algorithm, true,
        ['deriveBits'])));
      const bits = await subtle.deriveBits({ name: algorithm.name, public: other.publicKey },
        own.privateKey, 128);
      const base = await subtle.importKey('raw', bits, 'HKDF', false, ['deriveBits']);
      const out = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-384', salt: Buffer.from('s'),
        info: Buffer.from('i') }, base, 512);
      return { algorithm, own: await packed('jwk', other.privateKey),
        peer: await packed(pick(['raw', 'spki']), own.publicKey), out: b64(out) };
    },
    async check(one) {
      const own = await unpacked(one.own, one.algorithm, ['deriveBits']);
      const peer = await unpacked(one.peer, one.algorithm, []);
      const bits = await subtle.deriveBits({ name: one.algorithm.name, public: peer }, own, 128);
      const base = await subtle.importKey('raw', bits, 'HKDF', false, ['deriveBits']);
      const out = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-384', salt: Buffer.from('s'),
        info: Buffer.from('i') }, base, 512);
      assert.strictEqual(b64(out), one.out);
    },
  },
  wrap: {
    async make() {
      const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
      const wrapping = await subtle.generateKey({ name: 'AES-KW', length: 128 }, true,
        ['wrapKey', 'unwrapKey']);
      const format = pick(['raw', 'jwk']);
      return { format, wrapping: await packed('raw', wrapping), key: await packed('jwk', key),
        out: b64(await subtle.wrapKey(format, key, wrapping, 'AES-KW')) };
    },
    async check(one) {
      const wrapping = await unpacked(one.wrapping, 'AES-KW', ['unwrapKey']);
      const key = await subtle.unwrapKey(one.format, un64(one.out), wrapping, 'AES-KW', 'AES-GCM',
        true, ['encrypt']);
      assert.strictEqual((await subtle.exportKey('jwk', key)).k, one.key.key.k);
    },
  },
};

async function make(count) {
  const made = [];
  const names = Object.keys(kinds);
  for (let i = 0; i < count; i++) {
    const kind = names[i % names.length];
    made.push({ kind, one: await kinds[kind].make() });
  }
  process.stdout.write(JSON.stringify(made));
}

async function check(file) {
  for (const { kind, one } of JSON.parse(fs.readFileSync(file, 'utf8'))) {
    try {
      await kinds[kind].check(one);
    } catch (error) {
      console.log(`WRONG ${kind}: ${JSON.stringify(one).slice(0, 600)}\n${error.stack}`);
      process.exitCode = 1;
    }
  }
}

const [, , what, first, seed] = process.argv;
if (what === 'make') {
  state = Number(seed) >>> 0;
  make(Number(first));
} else {
  check(first);
}
