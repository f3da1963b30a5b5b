// SPDX-License-Identifier: MIT
// The errors that the embedded streams throw are those of the library.
'use strict';
const { AbortError, aggregateTwoErrors, codes } = require('internal/errors');

module.exports = {
  AbortError,
  aggregateTwoErrors,
  codes,
  hideStackFrames: (wrapped) => wrapped,
};
