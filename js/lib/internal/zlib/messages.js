// SPDX-License-Identifier: MIT
// The messages of errors of zlib. Part of internal/error_messages.js.
'use strict';

module.exports = {
  ERR_BROTLI_INVALID_PARAM: ['%s is not a valid Brotli parameter', 'RangeError'],
  ERR_BUFFER_TOO_LARGE: ['Cannot create a Buffer larger than %s bytes', 'RangeError'],
  ERR_ZLIB_INITIALIZATION_FAILED: ['Initialization failed', 'Error'],
};
