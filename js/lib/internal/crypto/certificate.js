// SPDX-License-Identifier: MIT
// Certificate: signed public keys with a challenge (SPKAC).
'use strict';
const { codes } = require('internal/errors');
const { checkedBytes, open, toBuffer } = require('internal/crypto/native');

function bytesFor(spkac, encoding) {
  const bytes = checkedBytes(spkac, 'spkac', encoding);
  if (bytes.byteLength > 2147483647) {
    throw new codes.ERR_OUT_OF_RANGE('spkac', '<= 2147483647', bytes.byteLength);
  }
  return bytes;
}

const methods = {
  verifySpkac(spkac, encoding) {
    return open().spkacVerify(bytesFor(spkac, encoding));
  },
  exportPublicKey(spkac, encoding) {
    const key = open().spkacKey(bytesFor(spkac, encoding));
    return key === undefined ? '' : toBuffer(key);
  },
  exportChallenge(spkac, encoding) {
    const challenge = open().spkacChallenge(bytesFor(spkac, encoding));
    return challenge === undefined ? '' : toBuffer(challenge);
  },
};

function Certificate() {
  if (!(this instanceof Certificate)) return new Certificate();
}
Object.assign(Certificate.prototype, methods);
Object.assign(Certificate, methods);

module.exports = { Certificate };
