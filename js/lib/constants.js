// SPDX-License-Identifier: MIT
// The old module constants: the constants of os, fs and crypto in one object.
'use strict';
const { constants } = require('os');
module.exports = Object.assign({}, constants.dlopen, constants.errno, constants.priority,
  constants.signals, require('fs').constants, require('crypto').constants);
