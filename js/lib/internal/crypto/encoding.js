// SPDX-License-Identifier: MIT
// Options for the form of a key: { format, type, cipher, passphrase }.
'use strict';
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { bytesOf, isBytes } = require('internal/crypto/native');

const types = { __proto__: null, pkcs1: 0, pkcs8: 1, spki: 2, sec1: 3 }; // as C numbers them

function option(name, objectName) {
  return objectName === undefined ? `options.${name}` : `options.${objectName}.${name}`;
}

// A type can be bound to the halves of a pair that it is for, and to kinds of keys.
function checkType(type, keyType, isPublic, name) {
  const known = typeof type === 'string' && type in types;
  const fits = type === 'pkcs1' || (type === 'spki' ? isPublic !== false : isPublic !== true);
  if (!known || !fits) throw new codes.ERR_INVALID_ARG_VALUE(name, type);
  if (type === 'pkcs1' && keyType !== undefined && keyType !== 'rsa') {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'can only be used for RSA keys');
  }
  if (type === 'sec1' && keyType !== undefined && keyType !== 'ec') {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'can only be used for EC keys');
  }
}

// keyType is that of a key to write; undefined: a key is read, and more may be left out.
function readForm(options, keyType, isPublic, objectName) {
  const isInput = keyType === undefined;
  const { format = isInput ? 'pem' : undefined, type } = options;
  if (format !== 'pem' && format !== 'der' && format !== 'jwk') {
    throw new codes.ERR_INVALID_ARG_VALUE(option('format', objectName), options.format);
  }
  const required = (!isInput || format === 'der') && format !== 'jwk';
  if (type !== undefined || required) {
    checkType(type, keyType, isPublic, option('type', objectName));
  }
  return { format, type };
}

function isStringOrBytes(value) {
  return typeof value === 'string' || isBytes(value);
}

function checkCipher(options, form, objectName) {
  const { cipher, passphrase } = options;
  if (cipher === undefined || cipher === null) {
    if (passphrase !== undefined) {
      throw new codes.ERR_INVALID_ARG_VALUE(option('cipher', objectName), cipher);
    }
    return;
  }
  if (typeof cipher !== 'string') {
    throw new codes.ERR_INVALID_ARG_VALUE(option('cipher', objectName), cipher);
  }
  if (form.format === 'der' && (form.type === 'pkcs1' || form.type === 'sec1')) {
    throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(form.type, 'does not support encryption');
  }
}

// { format, type number, cipher, passphrase bytes }.
function readEncoding(options, keyType, isPublic, objectName) {
  validateObject(options, 'options');
  const isInput = keyType === undefined;
  const form = readForm(options, keyType, isPublic, objectName);
  const result = { format: form.format, type: types[form.type] };
  if (isPublic === true) return result;
  const { cipher, passphrase, encoding } = options;
  if (!isInput) checkCipher(options, form, objectName);
  const needed = isInput ? passphrase !== undefined : cipher !== undefined && cipher !== null;
  if (needed && !isStringOrBytes(passphrase)) {
    throw new codes.ERR_INVALID_ARG_VALUE(option('passphrase', objectName), passphrase);
  }
  if (passphrase !== undefined) result.passphrase = bytesOf(passphrase, encoding);
  if (needed && !isInput) result.cipher = cipher;
  return result;
}

module.exports = { isStringOrBytes, readEncoding };
