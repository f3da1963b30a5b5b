// SPDX-License-Identifier: MIT
// Paths with drives and backslashes, on any system.
'use strict';
module.exports = require('internal/path/win32');
