// SPDX-License-Identifier: MIT
// Damaged keys, certificates and signatures: they are refused with an error or read, and nothing
// worse happens. Prints the result for each, so that two runtimes can be compared.
//   hostile.js FOLDER COUNT SEED [ONLY]   FOLDER has valid keys and certificates; ONLY: try just
//                                         the one with this number
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const [, , folder, count, seed, only] = process.argv;
let state = Number(seed) >>> 0;

function below(limit) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % limit;
}

function damaged(bytes) {
  let copy = Buffer.from(bytes);
  for (let i = below(3); i >= 0; i--) {
    const at = below(copy.length || 1);
    switch (below(5)) {
      case 0: copy[at] ^= 1 << below(8); break;
      case 1: copy[at] = below(256); break;
      case 2: copy = copy.subarray(0, at); break;
      case 3: copy = Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1 + below(8))]); break;
      default: copy = Buffer.concat([copy.subarray(0, at), copy.subarray(below(copy.length || 1))]);
    }
  }
  return copy;
}

function tell(body) {
  try {
    return body();
  } catch (error) {
    // Which of OpenSSL's reasons comes first depends, in Node, on what failed before.
    return `${error.code ?? error.name}`.replace(/^ERR_OSSL.*/, 'ERR_OSSL');
  }
}

function use(key) {
  const kind = `${key.type} ${key.asymmetricKeyType}`;
  tell(() => key.export({ format: 'jwk' }));
  tell(() => key.export({ format: 'pem', type: key.type === 'public' ? 'spki' : 'pkcs8' }));
  tell(() => key.asymmetricKeyDetails);
  return kind;
}

function certificate(bytes) {
  const one = new crypto.X509Certificate(bytes);
  tell(() => one.publicKey);
  tell(() => one.toLegacyObject());
  return `certificate ${one.serialNumber} ${one.subject} ${one.subjectAltName} ${one.infoAccess} ` +
    `${one.validFrom} ${one.keyUsage} ${one.checkHost('example.com')}`;
}

function jwk(text) {
  const key = JSON.parse(text.toString('latin1'));
  return tell(() => use(crypto.createPrivateKey({ key, format: 'jwk' }))) +
    tell(() => use(crypto.createPublicKey({ key, format: 'jwk' })));
}

const files = fs.readdirSync(folder).sort()
  .map((name) => [name, fs.readFileSync(path.join(folder, name))]);
for (let i = 0; i < Number(count); i++) {
  const [name, whole] = files[below(files.length)];
  const bytes = damaged(whole);
  if (only !== undefined && i !== Number(only)) continue;
  const kind = path.extname(name);
  let said;
  if (kind === '.jwk') {
    said = tell(() => jwk(bytes));
  } else if (kind === '.crt') {
    said = tell(() => certificate(bytes).replaceAll('\n', ' '));
  } else {
    const pem = kind === '.pem';
    const type = name.split('.')[0];
    const options = { key: bytes, format: pem ? 'pem' : 'der', type: pem ? undefined : type,
      passphrase: 'secret' };
    said = `${tell(() => use(crypto.createPrivateKey(options)))} ` +
      tell(() => use(crypto.createPublicKey(options)));
  }
  console.log(`${i} ${name} ${said}`);
}
