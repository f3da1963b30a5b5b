// SPDX-License-Identifier: MIT
// Paths with slashes, on any system.
'use strict';
module.exports = require('internal/path/posix');
