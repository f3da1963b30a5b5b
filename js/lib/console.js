// SPDX-License-Identifier: MIT
// The console.
'use strict';
const { write } = binding('stdio');
const { format } = require('internal/inspect');

function log(...args) {
  write(1, `${format(...args)}\n`);
}

function error(...args) {
  write(2, `${format(...args)}\n`);
}

module.exports = { log, error, info: log, debug: log, warn: error };
