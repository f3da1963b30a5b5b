// SPDX-License-Identifier: MIT
// codes.ERR_X for the files that every program loads: internal/errors.js is only loaded when one
// is made.
'use strict';

exports.codes = new Proxy({}, {
  get(target, code) { return require('internal/errors').codes[code]; },
});
