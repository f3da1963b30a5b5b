// SPDX-License-Identifier: MIT
// codes.ERR_X for the files that every program loads: internal/errors.js is loaded with the first
// error.
'use strict';

exports.codes = new Proxy({}, {
  get(target, code) { return require('internal/errors').codes[code]; },
});
