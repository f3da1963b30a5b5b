// SPDX-License-Identifier: MIT
// Headers of http2: those of a program as the text that C reads, received ones as an object, and
// what they may contain.
'use strict';
const { codes } = require('internal/errors');
const { isToken, lowerCase } = require('internal/http/common');

const sensitiveHeaders = Symbol('nodejs.http2.sensitiveHeaders');

const pseudo = new Set([':status', ':method', ':authority', ':scheme', ':path', ':protocol']);
const single = new Set([...pseudo, ...('access-control-allow-credentials ' +
  'access-control-max-age access-control-request-method age authorization content-encoding ' +
  'content-language content-length content-location content-md5 content-range content-type date ' +
  'dnt etag expires from host if-match if-modified-since if-none-match if-range ' +
  'if-unmodified-since last-modified location max-forwards proxy-authorization range referer ' +
  'retry-after tk upgrade-insecure-requests user-agent x-content-type-options').split(' ')]);
const ofConnection = new Set(['connection', 'upgrade', 'http2-settings', 'keep-alive',
  'proxy-connection', 'transfer-encoding']);

// What a name is, kept for those that were seen: most names come again.
const PLAIN = 0;
const SINGLE = 1;
const PSEUDO = 2;
const OF_CONNECTION = 4;
const TE = 8;
const BAD = 16;
const KNOWN_MOST = 1000;
const kinds = new Map();

function kindOf(name) {
  let kind = kinds.get(name);
  if (kind !== undefined) return kind;
  kind = single.has(name) ? SINGLE : PLAIN;
  if (name[0] === ':') kind |= PSEUDO;
  else if (!isToken(name)) kind |= BAD;
  if (ofConnection.has(name)) kind |= OF_CONNECTION;
  if (name === 'te') kind |= TE;
  if (kinds.size < KNOWN_MOST) kinds.set(name, kind);
  return kind;
}

const isIllegal = (kind, value) => (kind & OF_CONNECTION) !== 0 ||
  ((kind & TE) !== 0 && (Array.isArray(value) ? value.some((one) => String(one) !== 'trailers') :
    value !== 'trailers'));

const isForbidden = (name, value) => isIllegal(kindOf(name), value);

function neverIndexed(headers) {
  const names = headers[sensitiveHeaders];
  if (names === undefined) return undefined;
  if (!Array.isArray(names)) {
    throw new codes.ERR_INVALID_ARG_VALUE('headers[http2.neverIndex]', names);
  }
  return names.map((name) => String(name).toLowerCase());
}

// The text for C, "name NUL value NUL flag" for each field, pseudo headers first; the number of
// fields is in `counted`. `allows(name)` says which pseudo headers are allowed.
let counted = 0;
function textOf(headers, allows) {
  const never = neverIndexed(headers);
  let first = '';
  let rest = '';
  let count = 0;
  let seen; // names that may be there once, in any case
  for (const given in headers) {
    if (!Object.hasOwn(headers, given)) continue;
    let value = headers[given];
    if (value === undefined || given === '') continue;
    const name = lowerCase(given);
    const kind = kindOf(name);
    let isList = Array.isArray(value);
    if (isList) {
      if (value.length === 0) continue;
      if (value.length === 1) {
        value = String(value[0]);
        isList = false;
      } else if ((kind & SINGLE) !== 0) {
        throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
      }
    } else {
      value = String(value);
    }
    if ((kind & SINGLE) !== 0) {
      if (name !== given || seen !== undefined) {
        seen ??= new Set(Object.keys(headers).filter((key) => key === key.toLowerCase()));
        if (name !== given && seen.has(name)) throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
        seen.add(name);
      }
    }
    const flag = never !== undefined && never.includes(name) ? '1' : '0';
    if ((kind & PSEUDO) !== 0) {
      if (!allows(name)) throw new codes.ERR_HTTP2_INVALID_PSEUDOHEADER(name);
      first += `${name}\0${value}\0${flag}`;
      count++;
      continue;
    }
    if ((kind & BAD) !== 0) throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
    if (isIllegal(kind, value)) throw new codes.ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
    if (isList) {
      for (const one of value) rest += `${name}\0${one}\0${flag}`;
      count += value.length;
    } else {
      rest += `${name}\0${value}\0${flag}`;
      count++;
    }
  }
  counted = count;
  return first + rest;
}

const anyPseudo = (name) => pseudo.has(name);
const statusPseudo = (name) => name === ':status';
const noPseudo = () => false;

// Names and values in turn as an object.
function objectOf(list, sensitive) {
  const headers = { __proto__: null };
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i];
    let value = list[i + 1];
    if (name === ':status') value |= 0;
    const existing = headers[name];
    if (existing === undefined) {
      headers[name] = name === 'set-cookie' ? [value] : value;
    } else if ((kindOf(name) & SINGLE) === 0) {
      if (name === 'set-cookie') existing.push(value);
      else headers[name] = name === 'cookie' ? `${existing}; ${value}` : `${existing}, ${value}`;
    }
  }
  headers[sensitiveHeaders] = sensitive ?? [];
  return headers;
}

// The methods whose requests have no body unless the program says so.
const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

exports.anyPseudo = anyPseudo;
exports.bodiless = bodiless;
exports.count = () => counted;
exports.isForbidden = isForbidden;
exports.isPseudo = anyPseudo;
exports.noPseudo = noPseudo;
exports.objectOf = objectOf;
exports.sensitiveHeaders = sensitiveHeaders;
exports.statusPseudo = statusPseudo;
exports.textOf = textOf;
