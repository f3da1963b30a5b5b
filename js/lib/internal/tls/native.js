// SPDX-License-Identifier: MIT
// libssl, opened at first use.
'use strict';
const { codes } = require('internal/errors');
const crypto = require('internal/crypto/native');
const native = binding('tls');

let opened = false;

function open() {
  if (opened) return native;
  crypto.open();
  const problem = native.open();
  if (problem !== undefined) throw new codes.ERR_DLOPEN_FAILED(problem);
  opened = true;
  return native;
}

exports.native = native;
exports.open = open;
