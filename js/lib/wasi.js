// SPDX-License-Identifier: MIT
// wasi: not implemented yet.
'use strict';
module.exports = { WASI: require('internal/absent').absentClass('wasi', 'WASI') };
