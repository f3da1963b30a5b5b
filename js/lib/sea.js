// SPDX-License-Identifier: MIT
// node:sea: gyre is never part of a single executable.
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');

function refuse() { throw new codes.ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION(); }

function getRawAsset(key) {
  validateString(key, 'key');
  refuse();
}

module.exports = {
  isSea() { return false; },
  getAsset(key, encoding) {
    if (encoding !== undefined) validateString(encoding, 'encoding');
    getRawAsset(key);
  },
  getRawAsset,
  getAssetAsBlob(key, options) { // eslint-disable-line no-unused-vars -- there is none to make
    getRawAsset(key);
  },
};
