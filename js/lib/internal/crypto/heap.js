// SPDX-License-Identifier: MIT
// OpenSSL's heap for secrets (--secure-heap, --secure-heap-min).
'use strict';
const { open } = require('internal/crypto/native');

let total = 0;
let least = 2;

function used() {
  const bytes = open().heapUsed();
  if (bytes === undefined) return { total: 0, used: 0, utilization: 0, min: 0 };
  return { total, used: bytes, utilization: bytes / total, min: least };
}

// A power of two that is large enough.
function start(size, min) {
  total = size;
  least = min;
  if (open().heap(size, min) === 0) process.emitWarning('Unable to initialize the secure heap.');
}

module.exports = { start, used };
