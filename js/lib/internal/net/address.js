// SPDX-License-Identifier: MIT
// Addresses as text, and all forms of arguments of listen and connect.
'use strict';
const { codes } = require('internal/errors');

const octet = '(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const four = `(?:${octet}\\.){3}${octet}`;
const part = '(?:[0-9a-fA-F]{1,4})';
const IPv4 = new RegExp(`^${four}$`);
const IPv6 = new RegExp(`^(?:${[
  `(?:${part}:){7}(?:${part}|:)`,
  `(?:${part}:){6}(?:${four}|:${part}|:)`,
  `(?:${part}:){5}(?::${four}|(?::${part}){1,2}|:)`,
  `(?:${part}:){4}(?:(?::${part}){0,1}:${four}|(?::${part}){1,3}|:)`,
  `(?:${part}:){3}(?:(?::${part}){0,2}:${four}|(?::${part}){1,4}|:)`,
  `(?:${part}:){2}(?:(?::${part}){0,3}:${four}|(?::${part}){1,5}|:)`,
  `(?:${part}:){1}(?:(?::${part}){0,4}:${four}|(?::${part}){1,6}|:)`,
  `(?::(?:(?::${part}){0,5}:${four}|(?::${part}){1,7}|:))`,
].join('|')})(?:%[0-9a-zA-Z-.:]{1,})?$`);

function isIPv4(text) {
  return IPv4.test(`${text}`);
}

function isIPv6(text) {
  return IPv6.test(`${text}`);
}

function isIP(text) {
  if (isIPv4(text)) return 4;
  return isIPv6(text) ? 6 : 0;
}

function toNumber(value) {
  value = Number(value);
  return value >= 0 ? value : false;
}

function isPipeName(text) {
  return typeof text === 'string' && toNumber(text) === false;
}

// [options, callback]; options has port and host, or path.
const kNormalized = Symbol('normalizedArgs');

function normalizeArgs(args) {
  let options = {};
  if (args.length === 0) return normalized(options, null);
  const [first] = args;
  if (typeof first === 'object' && first !== null) {
    options = first;
  } else if (isPipeName(first)) {
    options.path = first;
  } else {
    options.port = first;
    if (args.length > 1 && typeof args[1] === 'string') options.host = args[1];
  }
  const last = args[args.length - 1];
  return normalized(options, typeof last === 'function' ? last : null);
}

// connect() knows such a list when it meets it again.
function normalized(options, callback) {
  const list = [options, callback];
  list[kNormalized] = true;
  return list;
}

function checkPort(port, name = 'options.port') {
  if (port !== undefined && typeof port !== 'number' && typeof port !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['number', 'string'], port);
  }
}

module.exports = {
  kNormalized, isIP, isIPv4, isIPv6, normalizeArgs, toNumber, isPipeName, checkPort,
};
