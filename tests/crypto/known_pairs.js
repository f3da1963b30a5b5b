// SPDX-License-Identifier: MIT
// Known answers of algorithms with key pairs. Part of known.js.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { check, root, same } = require('./known.js');
const { files, hex, read } = require('./vectors.js');

const folder = path.join(root, 'asymmetric');
const url = (text) => Buffer.from(text, 'hex').toString('base64url');

function okp(crv, x, d) {
  const jwk = { kty: 'OKP', crv, x: url(x) };
  if (d === undefined) return crypto.createPublicKey({ key: jwk, format: 'jwk' });
  return crypto.createPrivateKey({ key: { ...jwk, d: url(d) }, format: 'jwk' });
}

const lines = fs.readFileSync(path.join(folder, 'Ed25519/sign.input'), 'latin1').trim().split('\n');
check('Ed25519', lines, (line) => {
  const [secret, x, message, signed] = line.split(':');
  const signature = hex(signed.slice(0, 128));
  same(crypto.sign(null, hex(message), okp('Ed25519', x, secret.slice(0, 64))), signature);
  assert.ok(crypto.verify(null, hex(message), okp('Ed25519', x), signature));
  signature[0] ^= 1;
  assert.ok(!crypto.verify(null, hex(message), okp('Ed25519', x), signature));
});
check('Ed448', read(path.join(folder, 'Ed448/rfc8032.txt')), (one) => {
  if (one.context) return; // Node has no way to set one
  const { secret, public: x, message, signature } = one;
  same(crypto.sign(null, hex(message), okp('Ed448', x, secret)), hex(signature));
  assert.ok(crypto.verify(null, hex(message), okp('Ed448', x), hex(signature)));
});

for (const crv of ['X25519', 'X448']) {
  check(crv, read(path.join(folder, crv, 'rfc7748.txt')), (one) => {
    const secret = one.input_scalar ?? one.scalar;
    if (secret === undefined || one.input_u === undefined) return;
    same(crypto.diffieHellman({ privateKey: okp(crv, one.input_u, secret),
      publicKey: okp(crv, one.input_u) }), hex(one.output_u));
  });
}

const curves = { 'P-256': 'P-256', 'P-384': 'P-384', 'P-521': 'P-521' };
const sizes = { 'P-256': 64, 'P-384': 96, 'P-521': 132 };

check('ECDSA', read(path.join(folder, 'ECDSA/FIPS_186-3/SigVer.rsp')), (one) => {
  const [crv, hash] = one.heading.split(',');
  if (curves[crv] === undefined || one.msg === undefined) return;
  const pad = (text) => text.replace(/^0+(?=.)/, '').padStart(sizes[crv], '0');
  let key;
  try {
    key = crypto.createPublicKey({ format: 'jwk',
      key: { kty: 'EC', crv, x: url(pad(one.qx)), y: url(pad(one.qy)) } });
  } catch {
    assert.match(one.result, /^F/); // not a point of the curve
    return;
  }
  const right = crypto.verify(hash.replace('-', ''), hex(one.msg),
    { key, dsaEncoding: 'ieee-p1363' }, hex(pad(one.r) + pad(one.s)));
  assert.strictEqual(right, one.result.startsWith('P'));
});

check('RSA PKCS#1 v1.5', read(path.join(folder, 'RSA/FIPS_186-2/SigVer15_186-3.rsp'), ['n']),
  (one) => {
    if (one.msg === undefined) return;
    const key = crypto.createPublicKey({ format: 'jwk',
      key: { kty: 'RSA', n: url(one.n), e: url(one.e.replace(/^(00)+/, '')) } });
    assert.strictEqual(crypto.verify(one.shaalg, hex(one.msg), key, hex(one.s)),
      one.result.startsWith('P'));
  });

check('RSA-PSS', read(path.join(folder, 'RSA/FIPS_186-2/SigVerPSS_186-3.rsp'), ['n']), (one) => {
  if (one.msg === undefined) return;
  const key = crypto.createPublicKey({ format: 'jwk',
    key: { kty: 'RSA', n: url(one.n), e: url(one.e.replace(/^(00)+/, '')) } });
  const right = crypto.verify(one.shaalg, hex(one.msg), { key, padding: 6, saltLength: -2 },
    hex(one.s));
  assert.strictEqual(right, one.result.startsWith('P'));
});

// Keys of all forms: valid ones can be read, and are exported unchanged.
const readable = [...files(path.join(folder, 'PKCS8'), /^(unenc|ec_private_key|private)\S*\.pem$/),
  ...files(path.join(folder, 'X25519'), /pkcs8\.pem|pub\.pem/),
  ...files(path.join(folder, 'Ed448'), /pkcs8\.pem|pub\.pem/)];
check('keys in PEM', readable, (file) => {
  const text = fs.readFileSync(file, 'latin1');
  const isPublic = /BEGIN PUBLIC/.test(text);
  const passphrase = /encrypted/.test(file) ? '123456' : undefined;
  const create = isPublic ? crypto.createPublicKey : crypto.createPrivateKey;
  const key = create({ key: text, passphrase });
  const again = key.export({ type: isPublic ? 'spki' : 'pkcs8', format: 'der' });
  assert.ok(create({ key: again, format: 'der', type: isPublic ? 'spki' : 'pkcs8' }).equals(key));
});
