// SPDX-License-Identifier: MIT
// Paths with drives and backslashes, whatever the system.
'use strict';
module.exports = require('internal/path/win32');
