// SPDX-License-Identifier: MIT
// Methods that are called without the object that they belong to, or with something else in the
// place of a handle, throw.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const tls = require('tls');
const zlib = require('zlib');

crypto.createHash('sha1');
const calls = [
  () => crypto.Decipheriv.prototype.setAuthTag(Buffer.alloc(16)),
  () => crypto.Cipheriv.prototype.getAuthTag(),
  () => crypto.DiffieHellman.prototype.getGenerator(),
  () => crypto.ECDH.prototype.generateKeys(),
  () => zlib.Deflate.prototype.params(1, 1, () => {}),
  () => new tls.TLSSocket(null, { secureContext: { context: {} } }),
];
for (const call of calls) assert.throws(call, Error, `${call}`);
const socket = new tls.TLSSocket();
try {
  socket.ssl?.setKeyCert?.({}); // Node accepts it
} catch (error) {
  assert.ok(error instanceof TypeError);
}
