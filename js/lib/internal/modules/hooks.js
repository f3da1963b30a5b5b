// SPDX-License-Identifier: MIT
// Hooks for loading modules: module.register (on their own thread) and module.registerHooks (in
// place). internal/program has `hooks` once there are any; the loaders then ask resolve and load.
'use strict';
const { codes } = require('internal/errors');
const program = require('internal/program');
const { builtinName } = require('internal/modules/builtins');
const { Chain } = require('internal/modules/hooks/chain');
const defaults = require('internal/modules/hooks/defaults');
const urls = require('internal/modules/urls');
const { conditionsFor } = require('internal/modules/find');
const { validateFunction, validateObject, validateString } = require('internal/validators');

const chains = { resolve: new Chain('resolve', false), load: new Chain('load', false) };
const hooks = { resolve: [], load: [] }; // in place
let port; // to the thread

// --- the thread

// The answer comes by memory that both threads have.
function canShare() {
  return binding('engine').parts().some(([name, , , isOn]) => name === 'sharing' && isOn);
}

function startThread() {
  if (!canShare()) throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('module.register');
  const { MessageChannel } = require('worker_threads');
  const { Worker, kHooks } = require('internal/worker/worker');
  const channel = new MessageChannel();
  port = channel.port1;
  const worker = new Worker(kHooks, {
    workerData: { port: channel.port2 }, transferList: [channel.port2],
  });
  worker.unref();
  port.unref();
}

// Waits for the answer; this thread does nothing else.
function askThread(type, question, transferList) {
  if (port === undefined) startThread();
  const shared = new Int32Array(new SharedArrayBuffer(4));
  port.postMessage({ type, question, shared }, transferList);
  Atomics.wait(shared, 0, 0);
  const { message } = require('worker_threads').receiveMessageOnPort(port);
  if (message.exit !== undefined) process.exit(message.exit);
  if ('error' in message) throw require('internal/worker/errors').unpack(message.error);
  return message.value;
}

function lastOf(kind) {
  if (port === undefined) return defaults[kind];
  return (subject, { conditions, ...context }) => askThread('ask', {
    kind, subject, context: kind === 'load' ? context : { conditions, ...context },
  });
}

// --- what the loaders ask

function resolve(specifier, base, attributes) {
  const context = {
    conditions: [...conditionsFor('import')],
    importAttributes: { ...attributes },
    parentURL: base,
  };
  const found = chains.resolve.run(hooks.resolve, lastOf('resolve'), specifier, context);
  return { ...placeOf(found.url), format: found.format ?? undefined };
}

// The file or the module of the library that a URL means.
function placeOf(url) {
  if (url.startsWith('node:')) return { url, path: builtinName(url) };
  return { url, path: url.startsWith('file:') ? urls.urlToPath(url) : undefined };
}

function load({ url, format }, attributes) {
  const context = {
    conditions: [...conditionsFor('import')], format, importAttributes: { ...attributes },
  };
  return chains.load.run(hooks.load, lastOf('load'), url, context);
}

// A text, of what a hook may give as source.
function textOf(source) {
  if (typeof source === 'string') return source;
  const { types } = require('util');
  const { Buffer } = require('buffer');
  if (ArrayBuffer.isView(source)) {
    return Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString();
  }
  if (types.isAnyArrayBuffer(source)) return Buffer.from(source).toString();
  throw new codes.ERR_INVALID_RETURN_PROPERTY_VALUE(
    'string, array buffer, or typed array', 'load', 'source', source);
}

// --- for require()

// What `find` would find, a file or the name of a module of the library.
function resolveRequired(request, parent, find) {
  if (hooks.resolve.length === 0) return find(request);
  const context = {
    conditions: [...conditionsFor('require')],
    importAttributes: {},
    parentURL: parent?.filename ? urls.pathToURL(parent.filename) : undefined,
  };
  const { url } = chains.resolve.run(hooks.resolve, (specifier) => {
    const found = find(specifier);
    return { url: found[0] === '/' ? urls.pathToURL(found) : `node:${builtinName(found)}` };
  }, request, context);
  return placeOf(url).path ?? url;
}

// { format, source } of a file that is required.
function loadRequired(filename, format) {
  const url = filename[0] === '/' ? urls.pathToURL(filename) : filename;
  const context = { conditions: [...conditionsFor('require')], format, importAttributes: {} };
  return chains.load.run(hooks.load, (given) => {
    const { readSource } = require('internal/modules/cjs');
    return { format, source: readSource(placeOf(given).path ?? given) };
  }, url, context);
}

// --- for programs

function begin() {
  program.hooks = module.exports;
}

function register(specifier, parentURL = 'data:', options = undefined) {
  if (parentURL !== null && typeof parentURL === 'object' && !(parentURL instanceof URL)) {
    options = parentURL;
    parentURL = options.parentURL ?? 'data:';
  }
  const question = {
    specifier: `${specifier}`, parentURL: `${parentURL}`, data: options?.data,
  };
  askThread('register', question, options?.transferList);
  begin();
}

function registerHooks(options) {
  validateObject(options, 'hooks');
  const mine = {};
  for (const kind of ['resolve', 'load']) {
    if (options[kind] === undefined) continue;
    validateFunction(options[kind], `hooks.${kind}`);
    mine[kind] = { fn: options[kind], name: 'registerHooks' };
    hooks[kind].push(mine[kind]);
  }
  begin();
  return {
    deregister() {
      for (const kind of Object.keys(mine)) {
        const at = hooks[kind].indexOf(mine[kind]);
        if (at !== -1) hooks[kind].splice(at, 1);
      }
    },
  };
}

// --loader
function registerLoader(specifier) {
  validateString(specifier, 'specifier');
  process.emitWarning('`--experimental-loader` may be removed in the future; instead use ' +
    "`register()`:\n--import 'data:text/javascript,import { register } from \"node:module\"; " +
    `import { pathToFileURL } from "node:url"; register(${JSON.stringify(specifier)}, ` +
    'pathToFileURL("./"));\'', 'ExperimentalWarning');
  register(specifier, urls.pathToURL(`${process.cwd()}/`));
}

module.exports = {
  resolve,
  load,
  textOf,
  resolveRequired,
  loadRequired,
  loadsRequired: () => hooks.load.length > 0,
  hasThread: () => port !== undefined,
  register,
  registerHooks,
  registerLoader,
};
