// SPDX-License-Identifier: MIT
// The module path: that of this system, which is POSIX.
'use strict';
module.exports = require('internal/path/posix');
