// SPDX-License-Identifier: MIT
// dns.Resolver, whose methods take callbacks; and the default resolver.
'use strict';
const { validateFunction, validateString } = require('internal/validators');
const { ask, makeResolver, reverse, validateType } = require('internal/dns/resolver');

function make(type, syscall) {
  return function(name, options, callback) {
    if (arguments.length <= 2) callback = options;
    validateString(name, 'name');
    validateFunction(callback, 'callback');
    const ttl = !!(options && options.ttl) && (type === 'A' || type === 'AAAA');
    ask(this._handle, type, syscall, name, ttl, callback);
    return {};
  };
}

function getHostByAddr(name, callback) {
  validateString(name, 'name');
  validateFunction(callback, 'callback');
  const error = reverse(this._handle, name, callback);
  if (error !== undefined) throw error;
  return {};
}

function resolver(byType) {
  return function resolve(hostname, rrtype, callback) {
    if (typeof rrtype === 'function') {
      callback = rrtype;
      return Reflect.apply(byType.A, this, [hostname, callback]);
    }
    validateType(rrtype, byType);
    return Reflect.apply(byType[rrtype], this, [hostname, callback]);
  };
}

const Resolver = makeResolver(make, getHostByAddr, resolver);
let shared;

// The resolver of dns.resolve and the like. The promise functions share its servers.
function sharedResolver() {
  return shared ??= new Resolver();
}

function replaceShared(made) {
  shared = made;
}

module.exports = { replaceShared, Resolver, sharedResolver };
