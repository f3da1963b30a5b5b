// SPDX-License-Identifier: MIT
// The module `module`: the class of CommonJS modules, with what belongs to it.
'use strict';
const { Module } = require('internal/modules/cjs');
const { SourceMap, findSourceMap } = require('internal/modules/source_map');

Module.findSourceMap = findSourceMap;
Module.register = function register(specifier, parentURL, options) {
  require('internal/modules/hooks').register(specifier, parentURL, options);
};
Module.registerHooks = function registerHooks(hooks) {
  return require('internal/modules/hooks').registerHooks(hooks);
};
const compileCache = () => require('internal/modules/compile_cache');
Module.enableCompileCache = function enableCompileCache(options) {
  return compileCache().enable(options);
};
Module.flushCompileCache = function flushCompileCache() { compileCache().flush(); };
Module.getCompileCacheDir = function getCompileCacheDir() { return compileCache().directory(); };
Module.constants = {
  __proto__: null,
  compileCacheStatus: { __proto__: null, FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 },
};
Module.SourceMap = SourceMap;
Module._debug = require('util').deprecate(
  require('util').debuglog('module'), 'Module._debug is deprecated.', 'DEP0077');

module.exports = Module;
