// SPDX-License-Identifier: MIT
// An old name of stream.Readable.
'use strict';
module.exports = require('stream').Readable;
