// SPDX-License-Identifier: MIT
// Paths with slashes, whatever the system.
'use strict';
module.exports = require('internal/path/posix');
