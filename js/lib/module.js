// SPDX-License-Identifier: MIT
// The module `module`: the class of CommonJS modules, with what belongs to it.
'use strict';
const { Module } = require('internal/modules/cjs');
const { SourceMap, findSourceMap } = require('internal/modules/source_map');

Module.findSourceMap = findSourceMap;
Module.register = function register() {
  throw new Error('module.register: hooks for loading do not exist in gyre');
};
Module.SourceMap = SourceMap;

module.exports = Module;
