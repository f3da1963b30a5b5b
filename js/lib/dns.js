// SPDX-License-Identifier: MIT
// dns: names by the C library, on the pool (lookup, lookupService).
'use strict';
const { codes, nameOf } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateNumber, validateOneOf, validatePort, validateString,
} = require('internal/validators');
const { isIP } = require('internal/net/address');
const { process } = require('internal/process');
const native = binding('names');

let order = 'verbatim';

// "getaddrinfo ENOTFOUND nosuch.example"
function failure(status, syscall, hostname) {
  let code = nameOf(status);
  if (code === 'EAI_NODATA' || code === 'EAI_NONAME') code = 'ENOTFOUND';
  const error = new Error(`${syscall} ${code}${hostname ? ` ${hostname}` : ''}`);
  error.errno = status;
  error.code = code;
  error.syscall = syscall;
  if (hostname) error.hostname = hostname;
  return error;
}

function familyOf(family, name) {
  if (family === 'IPv4') return 4;
  if (family === 'IPv6') return 6;
  validateOneOf(family, name, [0, 4, 6]);
  return family;
}

function readOptions(options) {
  const asked = { family: 0, hints: 0, all: false, order };
  if (options == null) return asked;
  if (typeof options === 'number') {
    asked.family = familyOf(options, 'family');
    return asked;
  }
  if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], options);
  }
  if (options.hints != null) {
    validateNumber(options.hints, 'options.hints');
    const known = native.ADDRCONFIG | native.ALL | native.V4MAPPED;
    if ((options.hints & ~known) !== 0) {
      throw new codes.ERR_INVALID_ARG_VALUE('hints', options.hints);
    }
    asked.hints = options.hints >>> 0;
  }
  if (options.family != null) asked.family = familyOf(options.family, 'options.family');
  if (options.all != null) {
    validateBoolean(options.all, 'options.all');
    asked.all = options.all;
  }
  if (options.verbatim != null) {
    validateBoolean(options.verbatim, 'options.verbatim');
    asked.order = options.verbatim ? 'verbatim' : 'ipv4first';
  }
  return asked;
}

function lookup(hostname, options, callback) {
  if (hostname) validateString(hostname, 'hostname');
  if (typeof options === 'function') [callback, options] = [options, undefined];
  validateFunction(callback, 'callback');
  const { family, hints, all, order: wanted } = readOptions(options);
  if (!hostname) {
    if (all) process.nextTick(callback, null, []);
    else process.nextTick(callback, null, null, family === 6 ? 6 : 4);
    return {};
  }
  const literal = isIP(hostname);
  if (literal) {
    if (all) process.nextTick(callback, null, [{ address: hostname, family: literal }]);
    else process.nextTick(callback, null, hostname, literal);
    return {};
  }
  const status = native.addresses(hostname, family, hints, (result, list) => {
    if (result !== 0 || list.length === 0) {
      callback(failure(result === 0 ? -3008 : result, 'getaddrinfo', hostname));
      return;
    }
    const found = list.map((address) => ({ address, family: isIP(address) }));
    if (wanted === 'ipv4first') {
      found.sort((a, b) => (a.family === 4 ? 0 : 1) - (b.family === 4 ? 0 : 1));
    }
    if (all) callback(null, found);
    else callback(null, found[0].address, found[0].family);
  });
  if (status !== 0) process.nextTick(callback, failure(status, 'getaddrinfo', hostname));
  return {};
}

function lookupService(address, port, callback) {
  if (arguments.length !== 3) throw new codes.ERR_MISSING_ARGS('address', 'port', 'callback');
  if (isIP(address) === 0) throw new codes.ERR_INVALID_ARG_VALUE('address', address);
  validatePort(port);
  validateFunction(callback, 'callback');
  const status = native.service(address, +port, (result, host, service) => {
    if (result !== 0) callback(failure(result, 'getnameinfo', address));
    else callback(null, host, service);
  });
  if (status !== 0) throw failure(status, 'getnameinfo', address);
  return {};
}

module.exports = {
  ADDRCONFIG: native.ADDRCONFIG,
  ALL: native.ALL,
  getDefaultResultOrder: () => order,
  lookup,
  lookupService,
  setDefaultResultOrder(value) {
    validateOneOf(value, 'dnsOrder', ['verbatim', 'ipv4first']);
    order = value;
  },
  V4MAPPED: native.V4MAPPED,
};

const custom = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(lookup, custom, {
  enumerable: false,
  value: (hostname, options) => new Promise((resolve, reject) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) reject(error);
      else resolve(Array.isArray(address) ? address : { address, family });
    });
  }),
});
