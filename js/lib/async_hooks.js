// SPDX-License-Identifier: MIT
// The module 'async_hooks'. Its parts are in internal/async: storage.js and promises.js for
// AsyncLocalStorage, resources.js and contexts.js for operations in C, hooks.js for createHook.
'use strict';
const { context, currentId } = require('internal/state');
const { AsyncLocalStorage } = require('internal/async/storage');
const { AsyncResource } = require('internal/async/resource');

// By number, from 0 on.
const PROVIDERS = `
  NONE DIRHANDLE DNSCHANNEL ELDHISTOGRAM FILEHANDLE FILEHANDLECLOSEREQ BLOBREADER FSEVENTWRAP
  FSREQCALLBACK FSREQPROMISE GETADDRINFOREQWRAP GETNAMEINFOREQWRAP HEAPSNAPSHOT HTTP2SESSION
  HTTP2STREAM HTTP2PING HTTP2SETTINGS HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST JSSTREAM JSUDPWRAP
  MESSAGEPORT PIPECONNECTWRAP PIPESERVERWRAP PIPEWRAP PROCESSWRAP PROMISE QUERYWRAP
  QUIC_LOGSTREAM QUIC_PACKET SHUTDOWNWRAP SIGNALWRAP STATWATCHER STREAMPIPE TCPCONNECTWRAP
  TCPSERVERWRAP TCPWRAP TTYWRAP UDPSENDWRAP UDPWRAP SIGINTWATCHDOG WORKER WORKERHEAPSNAPSHOT
  WRITEWRAP ZLIB CHECKPRIMEREQUEST PBKDF2REQUEST KEYPAIRGENREQUEST KEYGENREQUEST
  KEYEXPORTREQUEST CIPHERREQUEST DERIVEBITSREQUEST HASHREQUEST RANDOMBYTESREQUEST
  RANDOMPRIMEREQUEST SCRYPTREQUEST SIGNREQUEST TLSWRAP VERIFYREQUEST`;

// Ticks and microtasks have their own ids from the first time that a program reads one.
let follows = false;

function followIds() {
  follows = true;
  require('internal/async/ids').follow();
}

function executionAsyncId() {
  if (!follows) followIds();
  return currentId();
}

function triggerAsyncId() {
  if (!follows) followIds();
  return context.triggerId;
}

function executionAsyncResource() {
  return context.resource ??=
    require('internal/immediates').runningAs(context.asyncId) ?? {};
}

function createHook(callbacks) {
  return require('internal/async/hooks').createHook(callbacks);
}

module.exports = {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  asyncWrapProviders: Object.freeze({
    __proto__: null,
    ...Object.fromEntries(PROVIDERS.trim().split(/\s+/).map((name, number) => [name, number])),
  }),
  AsyncResource,
};
