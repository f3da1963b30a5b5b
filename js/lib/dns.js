// SPDX-License-Identifier: MIT
// dns: names by the C library (lookup, lookupService) and by name servers (resolve and the like).
'use strict';
const {
  getDefaultResultOrder, lookup, lookupService, native, setDefaultResultOrder,
} = require('internal/dns/lookup');
const { codes } = require('internal/dns/errors');
const { methodNames } = require('internal/dns/resolver');
const { replaceShared, Resolver, sharedResolver } = require('internal/dns/callbacks');

module.exports = {
  lookup,
  lookupService,
  Resolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  // Queries in progress continue with the previous servers.
  setServers(servers) {
    const made = new Resolver();
    made.setServers(servers);
    replaceShared(made);
  },
  ADDRCONFIG: native.ADDRCONFIG,
  ALL: native.ALL,
  V4MAPPED: native.V4MAPPED,
  ...codes,
  getServers() { return sharedResolver().getServers(); },
};
for (const name of methodNames) {
  module.exports[name] = {
    [name](...args) { return sharedResolver()[name](...args); },
  }[name];
}
Object.defineProperty(module.exports, 'promises', {
  configurable: true,
  enumerable: true,
  get() { return require('dns/promises'); },
});

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
Object.defineProperty(lookupService, custom, {
  enumerable: false,
  value: (address, port) => require('dns/promises').lookupService(address, port),
});
