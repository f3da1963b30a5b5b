// SPDX-License-Identifier: MIT
// The messages of errors of crypto. Part of internal/error_messages.js.
'use strict';

module.exports = {
  ERR_CRYPTO_HASH_FINALIZED: ['Digest already called', 'Error'],
  ERR_CRYPTO_HASH_UPDATE_FAILED: ['Hash update failed', 'Error'],
  ERR_CRYPTO_INVALID_DIGEST: ['Invalid digest: %s', 'TypeError'],
  ERR_CRYPTO_INVALID_KEYLEN: ['Invalid key length', 'RangeError'],
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: ['Invalid key object type %s, expected %s.', 'TypeError'],
  ERR_CRYPTO_INVALID_SCRYPT_PARAMS: [
    (detail) => `Invalid scrypt params${detail ? `: ${detail}` : ''}`, 'RangeError'],
  ERR_CRYPTO_OPERATION_FAILED: ['%s', 'Error'],
  ERR_CRYPTO_SCRYPT_INVALID_PARAMETER: ['Invalid scrypt parameter', 'Error'],
  ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH: [
    'Input buffers must have the same byte length', 'RangeError'],
};
