// SPDX-License-Identifier: MIT
// The errors of the embedded streams are those of the library.
'use strict';
const { AbortError, aggregateTwoErrors, codes } = require('internal/errors');

module.exports = {
  AbortError,
  aggregateTwoErrors,
  codes,
  hideStackFrames: (wrapped) => wrapped,
};
