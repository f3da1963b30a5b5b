// SPDX-License-Identifier: MIT
// wasi: not there yet.
'use strict';
module.exports = { WASI: require('internal/absent').absentClass('wasi', 'WASI') };
