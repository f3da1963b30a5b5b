// SPDX-License-Identifier: MIT
// Invalid parts of a secure context: which are refused, and how.
'use strict';
const assert = require('assert');
const tls = require('tls');

const attempt = (options) => {
  try {
    tls.createSecureContext(options);
    return 'taken';
  } catch ({ message, code }) {
    return `${code} ${message}`;
  }
};
for (const dhparam of ['x', Buffer.alloc(0), 'auto']) {
  assert.strictEqual(attempt({ dhparam }), 'taken'); // as documented
}
for (const pfx of ['not a pfx', Buffer.alloc(0)]) {
  assert.strictEqual(attempt({ pfx, passphrase: 'x' }), 'undefined not enough data');
}
assert.match(attempt({ cert: 'x' }), /NO_START_LINE/);
assert.match(attempt({ key: 'x' }), /UNSUPPORTED/);
assert.match(attempt({ crl: 'x' }), /^ERR_CRYPTO_OPERATION_FAILED Failed to parse CRL$/);
