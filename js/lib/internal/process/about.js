// SPDX-License-Identifier: MIT
// Members of process about its versions and configuration, and rarely used ones.
'use strict';
const native = binding('process');
const { process } = require('internal/process');

function readOnly(values) {
  const object = {};
  for (const name of Object.keys(values)) {
    Object.defineProperty(object, name, {
      value: values[name], writable: false, enumerable: true, configurable: true,
    });
  }
  return object;
}

// `napi` and `v8` are the versions of the Node whose behaviour this is, for programs that check
// them. `modules` selects addons for V8, of which there are none for this number: packages that
// also have one for Node-API use that. The rest are the real versions in this process.
exports.versions = readOnly({
  node: process.version.slice(1),
  ...native.versions(),
  undici: require('vendor/undici/package').version,
  modules: '9115',
  napi: '9',
  v8: '11.3.244.8-node.38',
});

const download =
  `https://nodejs.org/download/release/${process.version}/node-${process.version}`;
exports.release = readOnly({
  name: 'node',
  lts: 'Iron',
  sourceUrl: `${download}.tar.gz`,
  headersUrl: `${download}-headers.tar.gz`,
});

exports.features = {
  inspector: false,
  debug: false,
  uv: true,
  ipv6: true,
  tls_alpn: true,
  tls_sni: true,
  tls_ocsp: true,
  tls: true,
  get cached_builtins() { return true; },
  get require_module() {
    return require('internal/program').options.experimentalRequireModule !== false;
  },
};

function freeze(value) {
  Object.values(value).forEach((one) => { if (typeof one === 'object') freeze(one); });
  return Object.freeze(value);
}

exports.config = freeze({
  target_defaults: {
    cflags: [], default_configuration: 'Release', defines: [], include_dirs: [], libraries: [],
  },
  variables: {
    asan: 0,
    coverage: false,
    debug_node: false,
    host_arch: process.arch,
    is_debug: 0,
    napi_build_version: exports.versions.napi,
    node_builtin_shareable_builtins: [],
    node_byteorder: 'little',
    node_module_version: +exports.versions.modules,
    node_prefix: '/usr/local',
    node_shared: false,
    node_shared_openssl: true,
    node_use_openssl: true,
    target_arch: process.arch,
    v8_enable_i18n_support: 1,
    v8_enable_webassembly: 1,
  },
});

exports.moduleLoadList = [];

exports.binding = function binding(name) {
  name = `${name}`;
  const { emitWarning } = process;
  if (require('internal/program').options.pendingDeprecation) {
    emitWarning('Access to process.binding(\'' + name + '\') is deprecated.',
      'DeprecationWarning', 'DEP0111');
  }
  return require('internal/process/bindings').find(name);
};

exports._linkedBinding = function _linkedBinding(name) {
  const { ERR_INVALID_MODULE } = require('internal/errors').codes;
  throw new ERR_INVALID_MODULE(name);
};

exports.dlopen = function dlopen(module, filename, flags) {
  const { codes } = require('internal/errors');
  if (arguments.length < 2) {
    const error = new TypeError('process.dlopen needs at least 2 arguments');
    error.code = 'ERR_MISSING_ARGS';
    throw error;
  }
  if (require('internal/program').options.addons === false) throw new codes.ERR_DLOPEN_DISABLED();
  if (module?.exports === undefined || module.exports === null) {
    throw new TypeError('Cannot convert undefined or null to object');
  }
  const { RTLD_LAZY } = require('os').constants.dlopen;
  require('internal/napi').load(module, `${filename}`, flags === undefined ? RTLD_LAZY : flags | 0);
};

exports.loadEnvFile = function loadEnvFile(path = undefined) {
  require('internal/process/dotenv').load(path);
};

exports.openStdin = function () {
  process.stdin.resume();
  return process.stdin;
};

let toldOfAssert = false;
exports.assert = function deprecated(...args) {
  if (!toldOfAssert) {
    toldOfAssert = true;
    process.emitWarning(
      'process.assert() is deprecated. Please use the `assert` module instead.',
      'DeprecationWarning', 'DEP0100');
  }
  const [value, message] = args;
  if (value) return;
  const { ERR_ASSERTION } = require('internal/errors').codes;
  throw new ERR_ASSERTION(message || 'assertion error');
};

exports._rawDebug = function _rawDebug(...args) {
  binding('stdio').write(2, `${require('internal/inspect').format(...args)}\n`);
};

exports.setSourceMapsEnabled = function setSourceMapsEnabled(val) {
  require('internal/validators').validateBoolean(val, 'val');
  const { options } = require('internal/program');
  options.enableSourceMaps = val;
  Object.defineProperty(process, 'sourceMapsEnabled', {
    get() { return Boolean(options.enableSourceMaps); }, enumerable: true, configurable: true,
  });
};
exports.sourceMapsEnabled = Boolean(require('internal/program').options.enableSourceMaps);

exports.getBuiltinModule = function getBuiltinModule(id) {
  require('internal/validators').validateString(id, 'id');
  const name = id.startsWith('node:') ? id.slice(5) : id;
  const { builtinModules, isBuiltin } = require('module');
  return isBuiltin(id) || builtinModules.includes(name) ? require(name) : undefined;
};

exports._debugProcess = function _debugProcess() {
  throw new Error('gyre has no inspector');
};
exports._debugEnd = function _debugEnd() {};
exports._startProfilerIdleNotifier = () => {};
exports._stopProfilerIdleNotifier = () => {};
