// SPDX-License-Identifier: MIT
// An old name of stream.Transform.
'use strict';
module.exports = require('stream').Transform;
