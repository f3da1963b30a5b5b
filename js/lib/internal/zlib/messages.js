// SPDX-License-Identifier: MIT
// The messages of errors of zlib. Part of internal/error_messages.js.
'use strict';

module.exports = {
  ERR_BROTLI_INVALID_PARAM: ['%s is not a valid Brotli parameter', 'RangeError'],
  ERR_BUFFER_TOO_LARGE: ['Cannot create a Buffer larger than %s bytes', 'RangeError'],
  ERR_INTERNAL_ASSERTION: ['%s\nThis is caused by either a bug in Node.js or incorrect usage of ' +
    'Node.js internals.\nPlease open an issue with this stack trace at ' +
    'https://github.com/nodejs/node/issues\n', 'Error'],
  ERR_ZLIB_INITIALIZATION_FAILED: ['Initialization failed', 'Error'],
};
