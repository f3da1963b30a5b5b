// SPDX-License-Identifier: MIT
// The dispatcher that fetch uses unless a program sets another one: globalThis has it under the
// symbol undici.globalDispatcher.1, which the package undici uses, too.
'use strict';
const program = require('internal/program');

// What a dispatcher offers beside dispatch() is loaded when it is asked for.
function addMethods() {
  const { prototype } = require('vendor/undici/dispatcher/dispatcher');
  for (const name of ['request', 'stream', 'pipeline', 'upgrade', 'connect']) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = require('vendor/undici/api/index')[name];
        define(prototype, name, value);
        return value;
      },
      set(value) { define(this, name, value); },
    });
  }
}

function define(target, name, value) {
  Object.defineProperty(target, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
}

function create() {
  addMethods();
  const heedsProxies = program.options.useEnvProxy ||
    binding('env').trusted('NODE_USE_ENV_PROXY') === '1';
  const Agent = require(heedsProxies ?
    'vendor/undici/dispatcher/env-http-proxy-agent' : 'vendor/undici/dispatcher/agent');
  return new Agent();
}

exports.create = create;
