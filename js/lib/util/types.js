// SPDX-License-Identifier: MIT
// util/types: what kind of object a value is.
'use strict';
module.exports = require('internal/util/types').types;
