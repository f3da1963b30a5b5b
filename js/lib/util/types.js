// SPDX-License-Identifier: MIT
// util/types: what sort of object a value is.
'use strict';
module.exports = require('internal/util/types').types;
