// SPDX-License-Identifier: MIT
// What the algorithms of Web Crypto share: jobs as promises, usages, JWKs.
'use strict';
const { domError } = require('internal/crypto/web_idl');

const failedMessage = 'The operation failed for an operation-specific reason';

function failed(cause) {
  return domError(failedMessage, 'OperationError', cause);
}

// A job of the binding in the pool.
function job(fn, ...args) {
  return new Promise((resolve, reject) => {
    fn(...args, (error, value) => {
      if (error) reject(failed(error));
      else resolve(value);
    });
  });
}

function asBuffer(bytes) {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
}

function checkUsages(usages, allowed, message) {
  for (const usage of usages) {
    if (!allowed.includes(usage)) throw domError(message, 'SyntaxError');
  }
}

function union(usages, ...wanted) {
  return new Set(wanted.filter((usage) => usages.has(usage)));
}

// "an AES key", "a RSA key": as Node says it.
function unsupportedUsage(what) {
  return `Unsupported key usage for ${what} key`;
}

function dataError(message, cause) {
  return domError(message, 'DataError', cause);
}

// The members that all JWKs have in common.
function checkJwk(jwk, kty, use, usages, extractable) {
  if (!jwk.kty) throw dataError('Invalid keyData');
  if (jwk.kty !== kty) throw dataError('Invalid JWK "kty" Parameter');
  if (usages.size > 0 && jwk.use !== undefined && jwk.use !== use) {
    throw dataError('Invalid JWK "use" Parameter');
  }
  if (jwk.key_ops !== undefined) {
    const operations = new Set(jwk.key_ops);
    if (operations.size !== jwk.key_ops.length) throw dataError('Duplicate key operation');
    for (const usage of usages) {
      if (!operations.has(usage)) throw dataError('Key operations and usage mismatch');
    }
  }
  if (jwk.ext !== undefined && jwk.ext === false && extractable) {
    throw dataError('JWK "ext" Parameter and extractable mismatch');
  }
}

function notSupported(message) {
  return domError(message, 'NotSupportedError');
}

module.exports = {
  asBuffer, checkJwk, checkUsages, dataError, failed, job, notSupported, union, unsupportedUsage,
};
