// SPDX-License-Identifier: MIT
// require('process'): the global object process.
'use strict';
module.exports = require('internal/process').process;
