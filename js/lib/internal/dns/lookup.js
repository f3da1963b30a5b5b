// SPDX-License-Identifier: MIT
// Names by the C library, on the pool: lookup and lookupService, with callbacks.
'use strict';
const notices = require('internal/notices');
const { codes } = require('internal/errors');
const {
  validateBoolean, validateFunction, validateNumber, validateOneOf, validatePort, validateString,
} = require('internal/validators');
const { isIP } = require('internal/net/address');
const { process } = require('internal/process');
const { failure } = require('internal/dns/errors');
const native = binding('names');

const orders = ['verbatim', 'ipv4first', 'ipv6first'];
let order = 'verbatim';

function familyOf(family, name) {
  if (family === 'IPv4') return 4;
  if (family === 'IPv6') return 6;
  validateOneOf(family, name, [0, 4, 6]);
  return family;
}

function readOptions(options) {
  const asked = { family: 0, hints: 0, all: false, order };
  if (options === null || options === undefined) return asked;
  if (typeof options === 'number') {
    asked.family = familyOf(options, 'family');
    return asked;
  }
  if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], options);
  }
  if (options.hints != null) {
    validateNumber(options.hints, 'options.hints');
    asked.hints = options.hints >>> 0;
    const known = native.ADDRCONFIG | native.ALL | native.V4MAPPED;
    if ((asked.hints & ~known) !== 0) {
      throw new codes.ERR_INVALID_ARG_VALUE('hints', options.hints);
    }
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
  if (options.order != null) {
    validateOneOf(options.order, 'options.order', orders);
    asked.order = options.order;
  }
  return asked;
}

function sorted(found, wanted) {
  if (wanted === 'verbatim') return found;
  const first = wanted === 'ipv4first' ? 4 : 6;
  return [...found.filter((one) => one.family === first),
    ...found.filter((one) => one.family !== first)];
}

// A name that is not a string: Node accepts that, with a warning.
let warned = false;

function warnOfName(hostname) {
  if (warned) return;
  warned = true;
  process.emitWarning(
    `The provided hostname "${hostname}" is not a valid hostname, and is supported in the dns ` +
    'module solely for compatibility.', 'DeprecationWarning', 'DEP0118');
}

function lookup(hostname, options, callback) {
  if (hostname) validateString(hostname, 'hostname');
  if (typeof options === 'function') [callback, options] = [options, undefined];
  validateFunction(callback, 'callback');
  return lookupWith(hostname, readOptions(options), callback);
}

function lookupWith(hostname, { family, hints, all, order: wanted }, callback) {
  if (!hostname) {
    if (hostname !== '') warnOfName(hostname);
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
  const start = notices.begin('dns');
  const status = native.addresses(hostname, family, hints, (result, list) => {
    if (result !== 0 || list.length === 0) {
      callback(failure(result === 0 ? -3008 : result, 'getaddrinfo', hostname));
      return;
    }
    if (start !== undefined) {
      const verbatim = wanted === 'verbatim';
      notices.end('dns', 'lookup', start, { hostname, family, hints, verbatim, addresses: list });
    }
    const found = sorted(list.map((address) => ({ address, family: isIP(address) })), wanted);
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
  const start = notices.begin('dns');
  const status = native.service(address, +port, (result, hostname, service) => {
    if (result !== 0) {
      callback(failure(result, 'getnameinfo', address));
      return;
    }
    if (start !== undefined) {
      notices.end('dns', 'lookupService', start, { host: address, port: +port, hostname, service });
    }
    callback(null, hostname, service);
  });
  if (status !== 0) throw failure(status, 'getnameinfo', address);
  return {};
}

function setDefaultResultOrder(value) {
  validateOneOf(value, 'dnsOrder', orders);
  order = value;
}

module.exports = {
  getDefaultResultOrder: () => order,
  lookup,
  lookupService,
  lookupWith,
  native,
  readOptions,
  setDefaultResultOrder,
};
