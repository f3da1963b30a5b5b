// SPDX-License-Identifier: MIT
// What options change in the globals and in the modules, before the program runs. Called by
// internal/prepare.js.
'use strict';
const { process } = require('internal/process');

const REPORT = {
  reportCompact: 'compact',
  reportDirectory: 'directory',
  reportExcludeNetwork: 'excludeNetwork',
  reportFilename: 'filename',
  reportOnFatalerror: 'reportOnFatalError',
  reportSignal: 'signal', // before what listens to it
  reportOnSignal: 'reportOnSignal',
  reportUncaughtException: 'reportOnUncaughtException',
};

// --disable-proto, for the globals of the program or of a context.
function disableProto(mode, prototype) {
  if (mode === 'delete') {
    delete prototype.__proto__;
    return;
  }
  const refuse = () => {
    throw Object.assign(new Error('Accessing Object.prototype.__proto__ has been disallowed ' +
      'with --disable-proto=throw'), { code: 'ERR_PROTO_ACCESS' });
  };
  Object.defineProperty(prototype, '__proto__', {
    get: refuse, set: refuse, enumerable: false, configurable: true,
  });
}

function setGlobals(options) {
  const { experimentalGlobalCustomevent, experimentalGlobalWebcrypto } = options;
  if (experimentalGlobalCustomevent === false) delete globalThis.CustomEvent;
  if (experimentalGlobalWebcrypto === false) {
    for (const name of ['crypto', 'Crypto', 'CryptoKey', 'SubtleCrypto']) delete globalThis[name];
  }
  if (options.experimentalFetch === false) {
    for (const name of ['fetch', 'FormData', 'Headers', 'Request', 'Response']) {
      delete globalThis[name];
    }
  }
  if (options.experimentalWebsocket === false) {
    delete globalThis.WebSocket;
    delete globalThis.CloseEvent;
  }
  if (options.experimentalEventsource) {
    const { defineLazily } = require('internal/globals');
    defineLazily([['internal/fetch/globals', false, ['EventSource']]]);
  }
}

function setNetwork(options) {
  const { networkFamilyAutoselection, networkFamilyAutoselectionAttemptTimeout: limit } = options;
  if (networkFamilyAutoselection === undefined && limit === undefined) return;
  const { defaults } = require('internal/net/connect');
  if (networkFamilyAutoselection !== undefined) {
    defaults.autoSelectFamily = networkFamilyAutoselection;
  }
  if (limit !== undefined) defaults.attemptTimeout = limit;
}

function traceExit() {
  const { exit } = process;
  process.exit = function(code) {
    const { stack } = new Error();
    const shown = code ?? process.exitCode ?? 0;
    binding('stdio').write(2, `(node:${process.pid}) WARNING: Exited the environment with code ` +
      `${shown}\n${stack.slice(stack.indexOf('\n') + 1)}\n`);
    exit.call(process, code);
  };
  Object.defineProperty(process.exit, 'name', { value: 'exit', configurable: true });
}

function apply(options) {
  if (options.disableProto !== undefined) disableProto(options.disableProto, Object.prototype);
  setGlobals(options);
  setNetwork(options);
  if (options.dnsResultOrder !== undefined) {
    const { validateOneOf } = require('internal/validators');
    validateOneOf(options.dnsResultOrder, '--dns-result-order',
      ['verbatim', 'ipv4first', 'ipv6first']);
    require('internal/dns/lookup').setDefaultResultOrder(options.dnsResultOrder);
  }
  if (options.traceExit) traceExit();
  if (options.abortOnUncaughtException) {
    const fatal = require('internal/fatal');
    const { onDeath } = fatal;
    fatal.onDeath = (error) => {
      onDeath?.(error);
      process.abort();
    };
  }
  if (options.diagnosticDir !== undefined) {
    require('internal/process/report').diagnosticDirectory = options.diagnosticDir;
  }
  for (const [option, name] of Object.entries(REPORT)) {
    if (options[option] !== undefined) process.report[name] = options[option];
  }
}

exports.apply = apply;
exports.disableProto = disableProto;
