// SPDX-License-Identifier: MIT
// The module `module`: the class of CommonJS modules, with what belongs to it.
'use strict';
module.exports = require('internal/modules/cjs').Module;
