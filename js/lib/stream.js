// SPDX-License-Identifier: MIT
// The module stream: the package readable-stream, which holds Node's own streams, with what it
// leaves out (web streams).
'use strict';
const Stream = require('vendor/readable-stream/stream');

module.exports = Stream;
