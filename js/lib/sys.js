// SPDX-License-Identifier: MIT
// The old name of the module util.
'use strict';
process.emitWarning('sys is deprecated. Use `node:util` instead.', 'DeprecationWarning', 'DEP0025');
module.exports = require('util');
