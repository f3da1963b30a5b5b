// SPDX-License-Identifier: MIT
// Names of features that gyre does not have. They must exist, because programs import them together
// with others; using them is an error.
'use strict';
const { codes } = require('internal/errors');

// A function that throws, called `name`; `owner` is its module.
function absent(owner, name) {
  return { [name]() { throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`${owner}.${name}()`); } }[name];
}

// A class that cannot be made.
function absentClass(owner, name, Base = Object) {
  const Made = { [name]: class extends Base {
    constructor() { absent(owner, name)(); }
  } };
  return Made[name];
}

exports.absent = absent;
exports.absentClass = absentClass;
