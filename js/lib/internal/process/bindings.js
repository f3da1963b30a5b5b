// SPDX-License-Identifier: MIT
// process.binding(name): internals of Node that old programs still use, with Node's names and
// forms, as far as this library has the same.
'use strict';

const pick = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

function util() {
  return pick(require('util').types, [
    'isAnyArrayBuffer', 'isArrayBuffer', 'isArrayBufferView', 'isAsyncFunction', 'isDataView',
    'isDate', 'isExternal', 'isMap', 'isMapIterator', 'isNativeError', 'isPromise', 'isRegExp',
    'isSet', 'isSetIterator', 'isTypedArray', 'isUint8Array',
  ]);
}

// Name -> text of each module of the library.
function natives() {
  const load = require('internal/builtins').require;
  const texts = {};
  for (const name of load.names()) {
    Object.defineProperty(texts, name, {
      get() { return load.text(name); },
      set(value) {
        Object.defineProperty(texts, name, {
          value, writable: true, enumerable: true, configurable: true,
        });
      },
      enumerable: true,
      configurable: true,
    });
  }
  return texts;
}

function constants() {
  return {
    __proto__: null,
    os: require('os').constants,
    fs: require('fs').constants,
    crypto: require('crypto').constants,
    zlib: require('zlib').constants,
    trace: { __proto__: null },
  };
}

function config() {
  return {
    isDebugBuild: false,
    hasOpenSSL: true,
    fipsMode: false,
    hasIntl: true,
    hasTracing: false,
    hasNodeOptions: true,
    hasInspector: false,
    noBrowserGlobals: false,
    bits: 64,
  };
}

function uv() {
  const { errorMap } = require('internal/errors');
  const made = { errname: (number) => require('internal/errors').nameOf(number) };
  for (const [number, [name]] of errorMap()) made[`UV_${name}`] = number;
  return made;
}

function fs() {
  const { kind } = binding('modules');
  return {
    internalModuleStat: (path) => kind(`${path}`),
    internalModuleReadJSON(path) {
      const text = binding('stdio').readText(`${path}`);
      if (typeof text === 'number') return [];
      const keys = /"(?:main|exports|imports|name|type)"/.test(text);
      return [text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, keys];
    },
  };
}

function os() {
  const native = require('os');
  return {
    getHostname: () => native.hostname(),
    getLoadAvg(list) { native.loadavg().forEach((value, i) => { list[i] = value; }); },
    getUptime: () => native.uptime(),
    getTotalMem: () => native.totalmem(),
    getFreeMem: () => native.freemem(),
    getHomeDirectory: () => native.homedir(),
    getUserInfo: (options) => native.userInfo(options),
    getAvailableParallelism: () => native.availableParallelism(),
    isBigEndian: native.endianness() === 'BE',
  };
}

function ttyWrap() {
  const tty = require('tty');
  return { isTTY: (fd) => tty.isatty(fd) };
}

// A request is any object; handles are made for their purpose.
function tcpWrap() {
  const { TCP: Handle } = require('internal/stream_base');
  class TCP extends Handle {
    // eslint-disable-next-line no-unused-vars
    constructor(type) { super(); }
  }
  const constants = { SOCKET: 0, SERVER: 1, UV_TCP_IPV6ONLY: 1 };
  return { TCP, TCPConnectWrap: class TCPConnectWrap {}, constants };
}

function pipeWrap() {
  const { Pipe: Handle } = require('internal/stream_base');
  const constants = { SOCKET: 0, SERVER: 1, IPC: 2, UV_READABLE: 1, UV_WRITABLE: 2 };
  class Pipe extends Handle {
    constructor(type) { super(type === constants.IPC); }
  }
  return { Pipe, PipeConnectWrap: class PipeConnectWrap {}, constants };
}

const makers = {
  __proto__: null,
  buffer: () => pick(require('buffer'), ['kMaxLength', 'kStringMaxLength', 'atob', 'btoa']),
  config,
  constants,
  fs,
  http_parser: () => {
    const { methods, HTTPParser } = require('_http_common');
    return { methods, allMethods: methods, HTTPParser };
  },
  natives,
  os,
  pipe_wrap: pipeWrap,
  spawn_sync: () => require('internal/child/sync').door,
  stream_wrap: () => ({ ShutdownWrap: class ShutdownWrap {}, WriteWrap: class WriteWrap {} }),
  tcp_wrap: tcpWrap,
  tty_wrap: ttyWrap,
  util,
  uv,
};

const made = new Map(); // name -> what was given for it: a program may change it

function find(name) {
  if (makers[name] === undefined) throw new Error(`No such module: ${name}`);
  if (!made.has(name)) made.set(name, makers[name]());
  return made.get(name);
}

exports.find = find;
