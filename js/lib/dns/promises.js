// SPDX-License-Identifier: MIT
// dns/promises: the functions of dns, with promises.
'use strict';
const { codes: errors } = require('internal/errors');
const { validatePort, validateString } = require('internal/validators');
const { isIP } = require('internal/net/address');
const {
  getDefaultResultOrder, lookupService: findService, lookupWith, readOptions,
  setDefaultResultOrder,
} = require('internal/dns/lookup');
const { codes } = require('internal/dns/errors');
const { ask, makeResolver, methodNames, reverse, validateType } =
  require('internal/dns/resolver');
const { sharedResolver } = require('internal/dns/callbacks');

function make(type, syscall) {
  return function(name, options) {
    validateString(name, 'name');
    const ttl = !!(options && options.ttl) && (type === 'A' || type === 'AAAA');
    return new Promise((resolve, reject) => {
      ask(this._handle, type, syscall, name, ttl, (error, values) => {
        if (error) reject(error);
        else resolve(values);
      });
    });
  };
}

function getHostByAddr(name) {
  validateString(name, 'name');
  return new Promise((resolve, reject) => {
    const problem = reverse(this._handle, name, (error, names) => {
      if (error) reject(error);
      else resolve(names);
    });
    if (problem !== undefined) reject(problem);
  });
}

function resolver(byType) {
  return function resolve(hostname, rrtype) {
    if (rrtype === undefined) return Reflect.apply(byType.A, this, [hostname]);
    validateType(rrtype, byType);
    return Reflect.apply(byType[rrtype], this, [hostname]);
  };
}

const Resolver = makeResolver(make, getHostByAddr, resolver);

function lookup(hostname, options) {
  if (hostname) validateString(hostname, 'hostname');
  const asked = readOptions(options);
  return new Promise((resolve, reject) => {
    lookupWith(hostname, asked, (error, address, family) => {
      if (error) reject(error);
      else resolve(asked.all ? address : { address, family });
    });
  });
}

function lookupService(address, port) {
  if (arguments.length !== 2) throw new errors.ERR_MISSING_ARGS('address', 'port');
  if (isIP(address) === 0) throw new errors.ERR_INVALID_ARG_VALUE('address', address);
  validatePort(port);
  return new Promise((resolve, reject) => {
    findService(address, port, (error, hostname, service) => {
      if (error) reject(error);
      else resolve({ hostname, service });
    });
  });
}

module.exports = {
  lookup,
  lookupService,
  Resolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  setServers(servers) { require('dns').setServers(servers); },
  ...codes,
  getServers() { return sharedResolver().getServers(); },
};
for (const name of methodNames) {
  // With the channel of dns, so that setServers is for both.
  module.exports[name] = {
    [name](...args) {
      return Reflect.apply(Resolver.prototype[name], sharedResolver(), args);
    },
  }[name];
}
