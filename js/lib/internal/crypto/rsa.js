// SPDX-License-Identifier: MIT
// publicEncrypt and the like.
'use strict';
const { validateString } = require('internal/validators');
const { checkedBytes, native, nativeError, open, opensslError, toBuffer } =
  require('internal/crypto/native');
const { kConsumeEither, kConsumePublic, laterHandle } = require('internal/crypto/keys');

const PKCS1_PADDING = 1;
const OAEP_PADDING = 4;
// As C numbers them.
const what = { publicEncrypt: 0, privateDecrypt: 1, privateEncrypt: 2, publicDecrypt: 3 };

function digestOf(name) {
  if (name === undefined) return undefined;
  validateString(name, 'key.oaepHash');
  if (native.digestSize(name) === 0) {
    const error = opensslError('Invalid digest used');
    error.code = 'ERR_OSSL_EVP_INVALID_DIGEST';
    throw error;
  }
  return name;
}

function refused() {
  return nativeError('ERR_INVALID_ARG_VALUE',
    'RSA_PKCS1_PADDING is no longer supported for private decryption, ' +
    'this can be reverted with --security-revert=CVE-2023-46809');
}

// Whether the program was started with the old behaviour.
function reverted() {
  const { securityRevert } = require('internal/program').options;
  return securityRevert !== undefined && securityRevert.includes('CVE-2023-46809');
}

function make(name, use, standardPadding) {
  return {
    [name](options, buffer) {
      open();
      const read = laterHandle(options, use);
      const { padding = standardPadding, oaepHash, oaepLabel, encoding } =
        typeof options === 'object' && options !== null ? options : {};
      if (oaepHash !== undefined) validateString(oaepHash, 'key.oaepHash');
      const label = oaepLabel === undefined ? undefined :
        checkedBytes(oaepLabel, 'key.oaepLabel', encoding);
      const data = checkedBytes(buffer, 'buffer', encoding);
      const handle = read();
      const digest = digestOf(oaepHash);
      const out = native.rsa(what[name], handle, typeof padding === 'number' ? padding : 0, digest,
        label, data, reverted(), undefined);
      if (out === undefined) throw refused();
      return toBuffer(out);
    },
  }[name];
}

module.exports = {
  publicEncrypt: make('publicEncrypt', kConsumePublic, OAEP_PADDING),
  publicDecrypt: make('publicDecrypt', kConsumePublic, PKCS1_PADDING),
  privateEncrypt: make('privateEncrypt', kConsumeEither, PKCS1_PADDING),
  privateDecrypt: make('privateDecrypt', kConsumeEither, OAEP_PADDING),
};
