// SPDX-License-Identifier: MIT
// CommonJS: the class Module, require, and how a module is loaded. Programs replace parts of it
// (Module._load, _resolveFilename, _extensions, require.cache), so the steps go through those.
'use strict';
const { codes } = require('internal/codes');
const { dirname, resolve, isRelative } = require('internal/modules/paths');
const builtins = require('internal/modules/builtins');
const compile = require('internal/modules/compile');
const find = require('internal/modules/find');
const packages = require('internal/modules/package');
const program = require('internal/program');
const { process } = require('internal/process');
const { trusted } = binding('env');
const stdio = binding('stdio');

const parents = new WeakMap(); // module -> the one that loaded it first
const cycleExports = new WeakMap(); // module -> its exports while a cycle watches them
const resolved = new Map(); // directory and request -> file, of relative requests
const snapshots = new WeakMap(); // module -> its exports when it had run, which import gives
const linked = new WeakSet(); // modules whose text is that of an ES module
let globalPaths = [];
let preloading = false;

function Module(id = '', parent) {
  if (typeof id !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('path', 'string', id);
  this.id = id;
  this.path = dirname(id);
  defineOwn(this, 'exports', {});
  parents.set(this, parent);
  adopt(parent, this, false);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

// Whatever a program has put on Object.prototype.
function defineOwn(object, name, value) {
  Object.defineProperty(object, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
}

function adopt(parent, child, look) {
  const children = parent?.children;
  if (children && !(look && children.includes(child))) children.push(child);
}

program.modules = Module;
Module._cache = Object.create(null);
Module._pathCache = Object.create(null);
Object.defineProperty(Module, '_stat', {
  value: binding('modules').kind, writable: true, configurable: true,
});
Module._extensions = Object.create(null);
Module.globalPaths = [];
Module.Module = Module;
Object.defineProperty(Module, 'builtinModules', {
  get: builtins.builtinModules,
  set(value) { defineOwn(this, 'builtinModules', value); }, // also of a class that extends it
  enumerable: true,
  configurable: true,
});
Module.isBuiltin = builtins.isBuiltin;
Module._nodeModulePaths = find.nodeModulePaths;
Module.syncBuiltinESMExports = function syncBuiltinESMExports() {
  require('internal/modules/esm').syncBuiltins();
};

Object.defineProperties(Module.prototype, {
  constructor: { get: () => Module, configurable: false },
  isPreloading: { get: () => preloading, configurable: false },
  parent: {
    get() {
      warnOfParent();
      return parents.get(this);
    },
    set(value) {
      warnOfParent();
      parents.set(this, value);
    },
    configurable: false,
  },
});

let warnedOfParent = false;
function warnOfParent() {
  if (!program.options.pendingDeprecation || warnedOfParent) return;
  warnedOfParent = true;
  process.emitWarning(
    'module.parent is deprecated due to accuracy issues. Please use require.main to find program ' +
    'entry point instead.', 'DeprecationWarning', 'DEP0144');
}

// The programs that put their own text around modules change these; then that text is used.
let patchedWrapper = false;
Module.wrap = function wrap(text) {
  return Module.wrapper[0] + text + Module.wrapper[1];
};
const { wrap: ownWrap } = Module;
Object.defineProperty(Module, 'wrap', { enumerable: false });
const wrapperParts = new Proxy(compile.wrapper, {
  set(target, key, value) {
    patchedWrapper = true;
    return Reflect.set(target, key, value);
  },
  defineProperty(target, key, descriptor) {
    patchedWrapper = true;
    return Reflect.defineProperty(target, key, descriptor);
  },
});
Object.defineProperty(Module, 'wrapper', {
  get() { return wrapperParts; },
  set(value) {
    patchedWrapper = true;
    Object.defineProperty(Module, 'wrapper', { value, writable: true, configurable: true });
  },
  configurable: true,
});

// --- looking for it

Module._initPaths = function _initPaths() {
  if (program.options.globalSearchPaths === false) return;
  const HOME = trusted('HOME');
  const NODE_PATH = trusted('NODE_PATH');
  const paths = [resolve(dirname(dirname(process.execPath)), 'lib/node')];
  if (HOME) paths.unshift(resolve(HOME, '.node_modules'), resolve(HOME, '.node_libraries'));
  if (NODE_PATH) paths.unshift(...NODE_PATH.split(':').filter(Boolean));
  globalPaths = paths;
  Module.globalPaths = paths.slice();
};

Module._resolveLookupPaths = function _resolveLookupPaths(request, parent) {
  if (builtins.isBuiltin(request)) return null;
  if (!isRelative(request)) {
    const paths = parent?.paths?.length ? parent.paths.concat(globalPaths) : globalPaths;
    return paths.length > 0 ? paths : null;
  }
  if (!parent?.id || !parent.filename) {
    return ['.'].concat(Module._nodeModulePaths('.'), globalPaths);
  }
  return [dirname(parent.filename)];
};

const extensionNames = () => Object.keys(Module._extensions);

Module._findPath = function _findPath(request, paths, isMain) {
  return find.findPath(request, paths, isMain, extensionNames, Module._pathCache);
};

// Where to look when require.resolve is given paths.
function pathsFrom(request, starts) {
  if (isRelative(request)) return starts;
  const paths = [];
  for (const start of starts) {
    const probe = new Module('', null);
    probe.paths = Module._nodeModulePaths(start);
    for (const path of Module._resolveLookupPaths(request, probe)) {
      if (!paths.includes(path)) paths.push(path);
    }
  }
  return paths;
}

Module._resolveFilename = function _resolveFilename(request, parent, isMain, how) {
  if (builtins.isBuiltin(request)) return request;
  let paths;
  if (typeof how === 'object' && how !== null && how.paths !== undefined) {
    if (!Array.isArray(how.paths)) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.paths', how.paths);
    }
    paths = pathsFrom(request, how.paths);
  } else {
    paths = Module._resolveLookupPaths(request, parent);
  }
  const parentFile = parent?.filename ?? (parent ? `${process.cwd()}/` : undefined);
  if (parentFile && request[0] === '#' && parent.filename) {
    const found = find.findInternal(parentFile, request, isMain, (other) => (
      Module._resolveFilename(other, parent, isMain)));
    if (found !== false) return found;
  }
  if (parentFile && !isRelative(request) && request[0] !== '/') {
    const found = find.findSelf(parentFile, request, isMain);
    if (found !== false) return found;
  }
  const found = Module._findPath(request, paths, isMain);
  if (found) return found;
  throw notFound(request, parent);
};

function notFound(request, parent) {
  const requireStack = [];
  for (let one = parent; one; one = parents.get(one)) {
    requireStack.push(one.filename || one.id);
  }
  let message = `Cannot find module '${request}'`;
  if (requireStack.length > 0) message += `\nRequire stack:\n- ${requireStack.join('\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = requireStack;
  return error;
}

// --- loading it

function loadBuiltin(request) {
  const name = builtins.builtinName(request);
  return name === undefined ? undefined : builtins.load(name);
}

Module._load = function _load(request, parent, isMain) {
  const mocked = program.mocks?.required(request, () => Module._resolveFilename(request, parent));
  if (mocked !== undefined) return mocked.exports;
  if (request.startsWith('node:')) {
    const name = builtins.builtinName(request);
    if (name === undefined) throw new codes.ERR_UNKNOWN_BUILTIN_MODULE(request);
    return builtins.load(name);
  }
  const key = parent ? `${parent.path}\0${request}` : undefined;
  const known = program.hooks === undefined ? Module._cache[resolved.get(key)] : undefined;
  if (known !== undefined) return useCached(known, parent);
  const filename = program.hooks === undefined ? Module._resolveFilename(request, parent, isMain) :
    program.hooks.resolveRequired(request, parent, (other) => (
      Module._resolveFilename(other, parent, isMain)));
  const cached = Module._cache[filename];
  if (cached !== undefined) return useCached(cached, parent);
  const builtin = loadBuiltin(filename);
  if (builtin !== undefined) return builtin;
  const module = new Module(filename, parent);
  if (isMain) {
    process.mainModule = module;
    module.id = '.';
  }
  Module._cache[filename] = module;
  if (key !== undefined) resolved.set(key, filename);
  let failed = true;
  try {
    module.load(filename);
    failed = false;
  } finally {
    if (failed) forget(module, filename, parent);
    else forgetCycle(module);
  }
  return module.exports;
};

function useCached(cached, parent) {
  adopt(parent, cached, true);
  if (cached.loaded) return cached.exports;
  if (linked.has(cached)) {
    const { filename } = cached;
    throw new codes.ERR_REQUIRE_CYCLE_MODULE({ filename, parent: parent?.filename });
  }
  return exportsInCycle(cached);
}

function forget(module, filename, parent) {
  delete Module._cache[filename];
  const at = parent?.children ? parent.children.indexOf(module) : -1;
  if (at !== -1) parent.children.splice(at, 1);
}

// What a module has exported so far, for one that it is itself waiting for. Until it is loaded, a
// prototype warns about reading a missing property.
function exportsInCycle(module) {
  const { exports: seen } = module;
  if (seen && typeof seen === 'object' && !require('internal/util/types').types.isProxy(seen) &&
      !seen.__esModule && Object.getPrototypeOf(seen) === Object.prototype) {
    Object.setPrototypeOf(seen, cycleWarner);
    cycleExports.set(module, seen);
  }
  return seen;
}

function forgetCycle(module) {
  const seen = cycleExports.get(module);
  if (seen !== undefined) {
    cycleExports.delete(module);
    if (Object.getPrototypeOf(seen) === cycleWarner) {
      Object.setPrototypeOf(seen, Object.prototype);
    }
  }
}

function warnOfCycle(name) {
  process.emitWarning(`Accessing non-existent property '${String(name)}' of module exports ` +
    'inside circular dependency');
}

const cycleWarner = new Proxy({}, {
  get(target, name) {
    // Compiled code reads __esModule to distinguish the two kinds of modules.
    if (name in target || name === '__esModule') return target[name];
    warnOfCycle(name);
    return undefined;
  },
  getOwnPropertyDescriptor(target, name) {
    if (Object.hasOwn(target, name) || name === '__esModule') {
      return Object.getOwnPropertyDescriptor(target, name);
    }
    warnOfCycle(name);
    return undefined;
  },
});

// The longest ending of the name that somebody handles.
function extensionOf(filename) {
  const base = filename.slice(filename.lastIndexOf('/') + 1);
  for (let dot = base.indexOf('.', 1); dot !== -1; dot = base.indexOf('.', dot + 1)) {
    const extension = base.slice(dot);
    if (Module._extensions[extension]) return extension;
  }
  return '.js';
}

Module.prototype.load = function load(filename) {
  this.filename = filename;
  this.paths = Module._nodeModulePaths(dirname(filename));
  if (program.hooks?.loadsRequired()) loadByHooks(this, filename);
  else Module._extensions[extensionOf(filename)](this, filename);
  this.loaded = true;
  snapshots.set(this, this.exports);
};

function loadByHooks(module, filename) {
  const { hooks } = program;
  const guess = filename.endsWith('.json') ? 'json' :
    isModuleFile(filename) ? 'module' : filename.endsWith('.node') ? 'addon' : 'commonjs';
  const { format, source } = hooks.loadRequired(filename, guess);
  if (format === 'addon') {
    Module._extensions['.node'](module, filename);
  } else if (format === 'json') {
    module.exports = JSON.parse(hooks.textOf(source));
  } else if (format === 'module') {
    noteText(filename, hooks.textOf(source));
    compileModule(module, filename, hooks.textOf(source));
  } else if (format === 'commonjs' || format == null) {
    module._compile(hooks.textOf(source), filename);
  } else {
    throw new codes.ERR_UNKNOWN_MODULE_FORMAT(format, filename);
  }
}

Module.prototype.require = function require(id) {
  if (typeof id !== 'string') throw new codes.ERR_INVALID_ARG_TYPE('id', 'string', id);
  if (id === '') {
    throw new codes.ERR_INVALID_ARG_VALUE('id', id, 'must be a non-empty string');
  }
  return Module._load(id, this, false);
};

Module.prototype._compile = function _compile(content, filename) {
  let body;
  noteText(filename, content);
  if (isModuleFile(filename)) {
    compileModule(this, filename, content);
    return undefined;
  }
  if (patchedWrapper || Module.wrap !== ownWrap) {
    body = binding('script').evaluate(Module.wrap(compile.plainText(content)), filename);
  } else {
    try {
      body = compile.compileCommon(content, filename);
    } catch (error) {
      const bridge = require('internal/modules/bridge');
      if (!isUntyped(filename) || !bridge.hasModuleSyntax(compile.plainText(content))) throw error;
      compileModule(this, filename, content);
      return undefined;
    }
  }
  const isFirst = find.begin();
  try {
    return Reflect.apply(body, this.exports, [
      this.exports, makeRequire(this), this, filename, dirname(filename),
    ]);
  } finally {
    if (isFirst) find.end();
  }
};

let lastRead = ''; // the text of a file, as it is

// A text that a program has made of a file is kept, for the places of errors.
function noteText(filename, content) {
  if (content === lastRead || typeof content !== 'string') return;
  require('internal/modules/texts').keep(filename, content);
}

function compileModule(module, filename, content) {
  if (process.mainModule === module) {
    require('internal/modules/run').runModule(filename);
  } else {
    linked.add(module);
    require('internal/modules/bridge').requireModule(module, filename, content);
  }
}

// ES modules by their name, or by their package.
function isModuleFile(filename) {
  if (filename.endsWith('.mjs')) return true;
  return filename.endsWith('.js') && packages.scopeOf(filename)?.type === 'module';
}

// Neither the name nor the package says what it is.
function isUntyped(filename) {
  return !filename.endsWith('.cjs') && (packages.scopeOf(filename)?.type ?? 'none') === 'none';
}

function readSource(filename) {
  program.onFile?.(filename);
  const text = stdio.readText(filename);
  if (typeof text !== 'number') return text;
  const { uvException } = require('internal/errors');
  throw uvException({ errno: text, syscall: 'open', path: filename });
}

Module._extensions['.js'] = function js(module, filename) {
  lastRead = readSource(filename);
  module._compile(lastRead, filename);
};

Module._extensions['.json'] = function json(module, filename) {
  const text = readSource(filename);
  try {
    module.exports = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    error.message = `${filename}: ${error.message}`;
    throw error;
  }
};

Module._extensions['.node'] = function node(module, filename) {
  process.dlopen(module, filename);
};

// --- require

function checkRequest(request) {
  if (typeof request !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE('request', 'string', request);
  }
}

function makeRequire(module) {
  function require(path) {
    return module.require(path);
  }
  require.resolve = function resolve(request, how) {
    checkRequest(request);
    return Module._resolveFilename(request, module, false, how);
  };
  require.resolve.paths = function paths(request) {
    checkRequest(request);
    return Module._resolveLookupPaths(request, module);
  };
  defineOwn(require, 'main', process.mainModule);
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}

// A require for a file that need not exist.
function requireFor(filename) {
  const module = new Module(filename);
  module.filename = filename;
  module.paths = Module._nodeModulePaths(dirname(filename));
  return makeRequire(module);
}

Module.createRequire = function createRequire(filename) {
  const name = typeof filename === 'object' ? filename?.href : filename;
  let path;
  if (typeof filename === 'string' && filename[0] === '/') {
    path = filename;
  } else if (typeof name === 'string' && name.startsWith('file:')) {
    path = require('internal/modules/urls').urlToPath(name);
  } else {
    throw new codes.ERR_INVALID_ARG_VALUE('filename', filename,
      'must be a file URL object, file URL string, or absolute path string');
  }
  return requireFor(path.endsWith('/') ? `${path}noop.js` : path);
};

// What -r names, before the program itself.
Module._preloadModules = function _preloadModules(requests) {
  if (!Array.isArray(requests)) return;
  preloading = true;
  const parent = new Module('internal/preload', null);
  parent.paths = Module._nodeModulePaths(process.cwd());
  for (const request of requests) parent.require(request);
  preloading = false;
};

Module.runMain = function runMain(main = process.argv[1]) {
  return require('internal/modules/run').runMain(main);
};

exports.Module = Module;
exports.makeRequire = makeRequire;
exports.parentOf = (module) => parents.get(module);
exports.snapshots = snapshots;
exports.readSource = readSource;
exports.isModuleFile = isModuleFile;
exports.isUntyped = isUntyped;
