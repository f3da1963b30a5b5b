// SPDX-License-Identifier: MIT
// Operations of crypto, one case per run: crypto.cjs NAME prints the nanoseconds of CPU time per
// operation, of all threads (so that garbage collection counts).
'use strict';
const crypto = require('crypto');

const WARM_MS = 700;
const MEASURED_MS = 1500;
const small = Buffer.alloc(64, 'small');
const large = Buffer.alloc(1 << 20, 'large');
const key = Buffer.alloc(32, 7);
const iv = Buffer.alloc(12, 9);
const pair = crypto.generateKeyPairSync('ed25519');
const signature = crypto.sign(null, small, pair.privateKey);

function hash(data) {
  return crypto.createHash('sha256').update(data).digest('hex');
}

function hmac(data) {
  return crypto.createHmac('sha256', key).update(data).digest('hex');
}

function encrypt(data) {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
  cipher.update(data);
  cipher.final();
  return cipher.getAuthTag();
}

function decrypt(data, tag) {
  const decipher = crypto.createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAuthTag(tag);
  decipher.update(data);
  return decipher.final();
}

function encrypted(data) {
  const cipher = crypto.createCipheriv('aes-256-gcm', key, iv);
  const out = Buffer.concat([cipher.update(data), cipher.final()]);
  return [out, cipher.getAuthTag()];
}

const [smallSecret, smallTag] = encrypted(small);
const [largeSecret, largeTag] = encrypted(large);
const cases = {
  'sha256-small': () => hash(small),
  'sha256-large': () => hash(large),
  'hmac-small': () => hmac(small),
  'hmac-large': () => hmac(large),
  'gcm-small': () => encrypt(small),
  'gcm-large': () => encrypt(large),
  'ungcm-small': () => decrypt(smallSecret, smallTag),
  'ungcm-large': () => decrypt(largeSecret, largeTag),
  'ed25519-sign': () => crypto.sign(null, small, pair.privateKey),
  'ed25519-verify': () => crypto.verify(null, small, pair.publicKey, signature),
  'scrypt-small': () => crypto.scryptSync('secret', 'salt', 32, { N: 16, r: 1, p: 1 }),
  'scrypt-large': () => crypto.scryptSync('secret', 'salt', 64),
};

function cpuNs() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

function runFor(fn, ms) {
  let count = 0;
  let step = 1;
  const end = process.hrtime.bigint() + BigInt(ms) * 1000000n;
  while (process.hrtime.bigint() < end) {
    for (let i = 0; i < step; i++) fn();
    count += step;
    if (step < 1000 && count > step * 20) step *= 2;
  }
  return count;
}

const fn = cases[process.argv[2]];
runFor(fn, WARM_MS);
const before = cpuNs();
const count = runFor(fn, MEASURED_MS);
console.log((cpuNs() - before) / count);
