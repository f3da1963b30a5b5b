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
Module.SourceMap = SourceMap;
Module._debug = require('util').deprecate(
  require('util').debuglog('module'), 'Module._debug is deprecated.', 'DEP0077');

module.exports = Module;
