// SPDX-License-Identifier: MIT
// Queries to name servers: what dns.Resolver and dns.promises.Resolver have in common.
'use strict';
const notices = require('internal/notices');
const { codes } = require('internal/errors');
const {
  validateArray, validateInt32, validateString,
} = require('internal/validators');
const { isIP } = require('internal/net/address');
const { read, types } = require('internal/dns/message');
const { codeOf, failure } = require('internal/dns/errors');
const native = binding('cares');

const defaultPort = 53;

// A channel of c-ares.
class Channel {
  constructor(channel) { this.native = channel; }

  // [[ip, port]]
  getServers() {
    const flat = native.servers(this.native);
    const servers = [];
    for (let i = 0; i < flat.length; i += 2) servers.push([flat[i], flat[i + 1]]);
    return servers;
  }
}

function makeHandle(options) {
  const { timeout = -1, tries = 4 } = options ?? {};
  validateInt32(timeout, 'options.timeout', -1);
  validateInt32(tries, 'options.tries', 1);
  const handle = native.make(timeout, tries);
  if (typeof handle === 'string') throw new codes.ERR_DLOPEN_FAILED(handle);
  return new Channel(handle);
}

// What a question of each type is answered with, from the records of that type.
function valuesOf(type, records, ttl) {
  if (type === 'ANY') return records.map(anyOf);
  const found = records.filter((record) => record.type === type);
  if (type === 'SOA') return found[0]?.value;
  return found.map(({ value, ttl: left }) => (ttl ? { address: value, ttl: left } : value));
}

function anyOf({ type, ttl, value }) {
  switch (type) {
    case 'A':
    case 'AAAA':
      return { type, address: value, ttl };
    case 'TXT':
      return { type, entries: value };
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return { type, value };
    default:
      return { type, ...value };
  }
}

// done(error, values); errors name the question, as "queryA".
function ask(handle, type, syscall, name, ttl, done) {
  const { domainToASCII } = require('url');
  // eslint-disable-next-line no-control-regex
  const asked = /[^\x00-\x7f]/.test(name) ? domainToASCII(name) : name;
  const start = notices.begin('dns');
  native.query(handle.native, asked, types[type], (status, bytes) => {
    if (status !== 0) {
      done(failure(codeOf(status), syscall, name));
      return;
    }
    const records = read(bytes);
    const values = records && valuesOf(type, records, ttl);
    if (values === undefined || values.length === 0) {
      done(failure(records === undefined ? 'EBADRESP' : 'ENODATA', syscall, name));
    } else {
      if (start !== undefined) {
        notices.end('dns', syscall, start, { host: name, ttl: Boolean(ttl), result: values });
      }
      done(null, values);
    }
  });
}

function reverse(handle, ip, done) {
  const begun = native.reverse(handle.native, ip, (status, bytes) => {
    if (status !== 0) {
      done(failure(codeOf(status), 'getHostByAddr', ip));
      return;
    }
    const { Buffer } = require('buffer');
    done(null, Buffer.from(bytes).toString('latin1').split('\0').slice(0, -1));
  });
  return begun ? undefined : failure(-22, 'getHostByAddr', ip); // EINVAL
}

function shown(ip, port) {
  if (!port || port === defaultPort) return ip;
  return isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`;
}

function parseServer(server, i) {
  validateString(server, `servers[${i}]`);
  if (isIP(server) !== 0) return [server, defaultPort];
  const six = /^\[([^[\]]*)\](?::(\d+))?/.exec(server);
  if (six !== null && isIP(six[1]) === 6) return [six[1], +(six[2] ?? defaultPort)];
  const four = /^(.+?):(\d+)$/.exec(server);
  if (four !== null && isIP(four[1]) !== 0) return [four[1], +four[2]];
  throw new codes.ERR_INVALID_IP_ADDRESS(server);
}

// What both kinds of resolvers can do besides asking.
class ResolverBase {
  constructor(options = undefined) {
    this._handle = makeHandle(options);
  }

  cancel() { native.cancel(this._handle.native); }

  getServers() {
    return (this._handle.getServers() || []).map(([ip, port]) => shown(ip, port));
  }

  setServers(servers) {
    validateArray(servers, 'servers');
    const list = new Set();
    servers.forEach((server, i) => {
      const [ip, port] = parseServer(server, i);
      list.add(`${isIP(ip) === 6 ? `[${ip}]` : ip}:${port & 0xffff}`);
    });
    const status = native.setServers(this._handle.native, [...list].join(','));
    if (status !== 0) {
      throw new codes.ERR_DNS_SET_SERVERS_FAILED(
        status === -1 ? 'There are pending queries.' : codeOf(status), String(servers));
    }
  }

  setLocalAddress(ipv4, ipv6) {
    validateString(ipv4, 'ipv4');
    if (ipv6 !== undefined) validateString(ipv6, 'ipv6');
    const channel = this._handle.native;
    if (isIP(ipv4) === 0 || (ipv6 !== undefined && isIP(ipv6) === 0)) {
      throw invalid('Invalid IP address.');
    }
    if (ipv6 !== undefined && isIP(ipv4) === isIP(ipv6)) {
      throw invalid(`Cannot specify two IPv${isIP(ipv4)} addresses.`);
    }
    native.setLocal(channel, ipv4);
    if (ipv6 !== undefined) native.setLocal(channel, ipv6);
  }
}

function invalid(message) {
  const error = new codes.ERR_INVALID_ARG_VALUE('ipv4', '');
  error.message = message;
  return error;
}

// The methods that ask: name of the method, type of the record, what errors name it.
const questions = [
  ['resolveAny', 'ANY', 'queryAny'], ['resolve4', 'A', 'queryA'], ['resolve6', 'AAAA', 'queryAaaa'],
  ['resolveCaa', 'CAA', 'queryCaa'], ['resolveCname', 'CNAME', 'queryCname'],
  ['resolveMx', 'MX', 'queryMx'], ['resolveNs', 'NS', 'queryNs'], ['resolveTxt', 'TXT', 'queryTxt'],
  ['resolveSrv', 'SRV', 'querySrv'], ['resolvePtr', 'PTR', 'queryPtr'],
  ['resolveNaptr', 'NAPTR', 'queryNaptr'], ['resolveSoa', 'SOA', 'querySoa'],
];

function validateType(rrtype, byType) {
  validateString(rrtype, 'rrtype');
  if (!Object.hasOwn(byType, rrtype)) throw new codes.ERR_INVALID_ARG_VALUE('rrtype', rrtype);
}

// A class of resolvers whose methods are made by make(type, syscall) and reverse(ip...).
function makeResolver(make, reverseMethod, resolveMethod) {
  class Resolver extends ResolverBase {}
  const byType = {};
  const define = (name, value) => Object.defineProperty(Resolver.prototype, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
  for (const [name, type, syscall] of questions) {
    const method = make(type, syscall);
    Object.defineProperty(method, 'name', { value: syscall, configurable: true });
    define(name, method);
    byType[type] = method;
  }
  define('reverse', reverseMethod);
  define('resolve', resolveMethod(byType));
  return Resolver;
}

const methodNames = ['resolve', ...questions.map(([name]) => name).sort(), 'reverse'];

module.exports = { ask, makeResolver, methodNames, reverse, validateType };
