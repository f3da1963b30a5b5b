// SPDX-License-Identifier: MIT
// Selects who links and runs ES modules: the engine, or, if that is not possible
// (js/engine/modules.c), we do, with texts rewritten as functions.
'use strict';
const { loaderOf } = require('internal/modules/engine_loader');

module.exports = loaderOf() === undefined ? require('internal/modules/record') :
  require('internal/modules/engine_record');
module.exports.isEngine = loaderOf() !== undefined;
