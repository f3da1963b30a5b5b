// SPDX-License-Identifier: MIT
// jsonwebtoken: tokens with a secret and with key pairs, made, checked and refused.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const jwt = require('jsonwebtoken');

const token = jwt.sign({ user: 'a' }, 'secret', { expiresIn: '1h', audience: 'b' });
assert.strictEqual(jwt.verify(token, 'secret', { audience: 'b' }).user, 'a');
assert.throws(() => jwt.verify(token, 'other'), /invalid signature/);
assert.throws(() => jwt.verify(token, 'secret', { audience: 'c' }), /audience invalid/);
assert.throws(() => jwt.verify(jwt.sign({ exp: 1 }, 'secret'), 'secret'), /jwt expired/);

const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' } });
const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
for (const algorithm of ['RS256', 'PS384', 'ES256']) {
  const [mine, theirs] = algorithm === 'ES256' ? [ec.privateKey, ec.publicKey] :
    [{ key: rsa.privateKey, passphrase: 'p' }, rsa.publicKey];
  const signed = jwt.sign({ n: 1 }, mine, { algorithm });
  assert.strictEqual(jwt.verify(signed, theirs).n, 1);
  assert.throws(() => jwt.verify(`${signed.slice(0, -8)}AAAAAAAA`, theirs), /invalid signature/);
}
jwt.verify(token, (header, callback) => callback(null, 'secret'), (error, payload) => {
  assert.ifError(error);
  assert.strictEqual(payload.user, 'a');
});
