// SPDX-License-Identifier: MIT
// require('process'): the object that is global as well.
'use strict';
module.exports = require('internal/process').process;
