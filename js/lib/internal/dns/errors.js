// SPDX-License-Identifier: MIT
// Errors of dns and their codes: those of c-ares in the order of its numbers, from 1 on.
'use strict';
const { nameOf } = require('internal/errors');

const names = ['NODATA', 'FORMERR', 'SERVFAIL', 'NOTFOUND', 'NOTIMP', 'REFUSED', 'BADQUERY',
  'BADNAME', 'BADFAMILY', 'BADRESP', 'CONNREFUSED', 'TIMEOUT', 'EOF', 'FILE', 'NOMEM',
  'DESTRUCTION', 'BADSTR', 'BADFLAGS', 'NONAME', 'BADHINTS', 'NOTINITIALIZED', 'LOADIPHLPAPI',
  'ADDRGETNETWORKPARAMS', 'CANCELLED'];
const codes = {};
for (const name of names) codes[name] = name === 'EOF' ? 'EOF' : `E${name}`;

function codeOf(status) {
  return codes[names[status - 1]];
}

// "queryA ENOTFOUND nosuch.example": of a negative number of the loop, or a code.
function failure(status, syscall, hostname) {
  let code = status;
  if (typeof status === 'number') {
    code = nameOf(status);
    if (code === 'EAI_NODATA' || code === 'EAI_NONAME') code = 'ENOTFOUND';
  }
  const error = new Error(`${syscall} ${code}${hostname ? ` ${hostname}` : ''}`);
  error.errno = typeof status === 'number' ? status : undefined;
  error.code = code;
  error.syscall = syscall;
  if (hostname) error.hostname = hostname;
  return error;
}

module.exports = { codeOf, codes, failure };
