// SPDX-License-Identifier: MIT
// assert/strict: assert, whose equal and deepEqual are the strict ones.
'use strict';
module.exports = require('assert').strict;
