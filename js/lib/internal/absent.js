// SPDX-License-Identifier: MIT
// Names that have to be there, because programs import them together with others, of what gyre does
// not have: it says so when it is used.
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
