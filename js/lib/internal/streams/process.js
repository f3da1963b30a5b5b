// SPDX-License-Identifier: MIT
// The process object, for the embedded streams.
'use strict';
module.exports = require('internal/process').process;
