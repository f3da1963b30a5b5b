// SPDX-License-Identifier: MIT
// The messages of errors of crypto. Part of internal/error_messages.js.
'use strict';

module.exports = {
  ERR_CRYPTO_ECDH_INVALID_FORMAT: ['Invalid ECDH format: %s', 'TypeError'],
  ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY: ['Public key is not valid for specified curve', 'Error'],
  ERR_CRYPTO_ENGINE_UNKNOWN: ['Engine "%s" was not found', 'Error'],
  ERR_CRYPTO_HASH_FINALIZED: ['Digest already called', 'Error'],
  ERR_CRYPTO_HASH_UPDATE_FAILED: ['Hash update failed', 'Error'],
  ERR_CRYPTO_INCOMPATIBLE_KEY: ['Incompatible %s: %s', 'Error'],
  ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS: ['The selected key encoding %s %s.', 'Error'],
  ERR_CRYPTO_INVALID_JWK: ['Invalid JWK data', 'TypeError'],
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: ['Invalid key object type %s, expected %s.', 'TypeError'],
  ERR_CRYPTO_INVALID_STATE: ['Invalid state for operation %s', 'Error'],
  ERR_CRYPTO_SCRYPT_INVALID_PARAMETER: ['Invalid scrypt parameter', 'Error'],
  ERR_CRYPTO_SIGN_KEY_REQUIRED: ['No key provided to sign', 'Error'],
};
