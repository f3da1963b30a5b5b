// SPDX-License-Identifier: MIT
// Foreign keys, certificates and PFX files, as PEM, DER and JWK: what is read can be written and
// read again, and what cannot be read is an error. The first byte decides how the rest is read.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const tls = require('tls');

const passphrase = 'secret';

// Writes a key in every form that its type has; each must read as the same key.
function goAround(key) {
  const isPrivate = key.type === 'private';
  const again = isPrivate ? crypto.createPrivateKey : crypto.createPublicKey;
  const type = isPrivate ? 'pkcs8' : 'spki';
  const forms = [{ format: 'pem', type }, { format: 'der', type }, { format: 'jwk' }];
  if (isPrivate) forms.push({ format: 'pem', type, cipher: 'aes-128-cbc', passphrase });
  for (const form of forms) {
    let text;
    try {
      text = key.export(form);
    } catch (error) {
      assert.ok(error instanceof Error);
      continue; // no such form for this type, or invalid numbers
    }
    let copy;
    try {
      copy = again({ key: text, ...form });
    } catch (error) {
      // OpenSSL reads more than it accepts from itself, for example points that are not on their
      // curve.
      assert.ok(error instanceof Error);
      continue;
    }
    assert.strictEqual(copy.asymmetricKeyType, key.asymmetricKeyType);
    assert.strictEqual(copy.equals(key), true, JSON.stringify(form));
  }
  if (isPrivate) crypto.createPublicKey(key);
  void key.asymmetricKeyDetails;
}

function readCertificate(bytes) {
  const certificate = new crypto.X509Certificate(bytes);
  for (const name of ['subject', 'issuer', 'subjectAltName', 'infoAccess', 'validFrom', 'validTo',
    'fingerprint256', 'keyUsage', 'serialNumber', 'ca']) void certificate[name];
  certificate.toLegacyObject();
  certificate.checkHost('localhost');
  certificate.checkEmail('a@b.c');
  certificate.checkIP('127.0.0.1');
  assert.strictEqual(new crypto.X509Certificate(certificate.toString()).fingerprint256,
    certificate.fingerprint256);
  certificate.verify(certificate.publicKey);
}

function readJwk(bytes, create) {
  let key;
  try {
    key = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return;
  }
  goAround(create({ key, format: 'jwk' }));
}

const der = (type) => (bytes) => (
  goAround(crypto.createPrivateKey({ key: bytes, format: 'der', type, passphrase })));
const readers = [
  (bytes) => goAround(crypto.createPrivateKey({ key: bytes, passphrase })),
  (bytes) => goAround(crypto.createPublicKey({ key: bytes })),
  der('pkcs8'),
  der('pkcs1'),
  der('sec1'),
  (bytes) => goAround(crypto.createPublicKey({ key: bytes, format: 'der', type: 'spki' })),
  (bytes) => goAround(crypto.createPublicKey({ key: bytes, format: 'der', type: 'pkcs1' })),
  (bytes) => readJwk(bytes, crypto.createPrivateKey),
  (bytes) => readJwk(bytes, crypto.createPublicKey),
  readCertificate,
  (bytes) => tls.createSecureContext({ pfx: bytes, passphrase }),
  (bytes) => tls.createSecureContext({ crl: bytes }),
  (bytes) => tls.createSecureContext({ ca: bytes }),
  (bytes) => tls.createSecureContext({ dhparam: bytes }),
  (bytes) => {
    crypto.Certificate.verifySpkac(bytes);
    crypto.Certificate.exportChallenge(bytes);
    crypto.Certificate.exportPublicKey(bytes);
  },
];

globalThis.fuzz = (bytes) => {
  if (bytes.length === 0) return;
  try {
    readers[bytes[0] % readers.length](Buffer.from(bytes.subarray(1)));
  } catch (error) {
    if (error.code === 'ERR_ASSERTION' || !(error instanceof Error)) throw error;
    assert.notStrictEqual(error.message, '', 'an error says what is wrong');
  }
};
