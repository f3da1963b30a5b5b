// SPDX-License-Identifier: MIT
// The module stream/promises.
'use strict';
module.exports = require('vendor/readable-stream/stream/promises');
