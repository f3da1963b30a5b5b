// SPDX-License-Identifier: MIT
// generatePrime and checkPrime, and their forms without callback.
'use strict';
const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateBoolean, validateFunction, validateInt32, validateObject } =
  require('internal/validators');
const { bytesOf, isBytes, nativeError, open, runJob } = require('internal/crypto/native');

const kinds = ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint'];

function bigintBytes(number, name) {
  if (number < 0n) throw new codes.ERR_OUT_OF_RANGE(name, '>= 0', number);
  const digits = number.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}

function numberBytes(value, name, expected = kinds) {
  if (typeof value === 'bigint') return bigintBytes(value, name);
  if (!isBytes(value)) throw new codes.ERR_INVALID_ARG_TYPE(name, expected, value);
  return bytesOf(value);
}

function jobOf(size, options) {
  validateInt32(size, 'size', 1);
  validateObject(options, 'options');
  const { safe = false, bigint = false, add, rem } = options;
  validateBoolean(safe, 'options.safe');
  validateBoolean(bigint, 'options.bigint');
  const addBytes = add === undefined ? undefined : numberBytes(add, 'options.add');
  const remBytes = rem === undefined ? undefined : numberBytes(rem, 'options.rem');
  const convert = (bytes) => (
    bigint ? BigInt(`0x${Buffer.from(bytes).toString('hex')}`) : bytes.buffer);
  return { args: [size, safe, addBytes, remBytes], convert };
}

function start({ args, convert }, callback) {
  const job = (...all) => {
    const value = open().generatePrime(...all);
    if (typeof value === 'string') {
      throw nativeError('ERR_OUT_OF_RANGE', value);
    }
    return value;
  };
  return runJob(job, args, callback, convert);
}

function generatePrime(size, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  validateFunction(callback, 'callback');
  start(jobOf(size, options), callback);
}

function generatePrimeSync(size, options = {}) {
  return start(jobOf(size, options), undefined);
}

function checkArgs(candidate, options) {
  const bytes = numberBytes(candidate, 'candidate',
    ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView', 'bigint']);
  validateObject(options, 'options');
  const { checks = 0 } = options;
  validateInt32(checks, 'options.checks', 0);
  return [bytes, checks];
}

function checkPrime(candidate, options = {}, callback = undefined) {
  if (typeof options === 'function') {
    callback = options;
    options = {};
  }
  validateFunction(callback, 'callback');
  const args = checkArgs(candidate, options);
  runJob(open().checkPrime, args, callback);
}

function checkPrimeSync(candidate, options = {}) {
  return runJob(open().checkPrime, checkArgs(candidate, options));
}

module.exports = { checkPrime, checkPrimeSync, generatePrime, generatePrimeSync };
