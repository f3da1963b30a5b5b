// SPDX-License-Identifier: MIT
// setTimeout() of sessions and streams: 'timeout' after so long without any activity.
'use strict';
const { codes } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const timers = require('internal/timers');
const { kTimeout } = require('internal/http2/symbols');

function setTimeout(msecs, callback) {
  if (this.destroyed) return this;
  validateNumber(msecs, 'msecs');
  if (msecs < 0 || !Number.isFinite(msecs)) {
    throw new codes.ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', msecs);
  }
  this.timeout = msecs;
  clearTimeout(this[kTimeout]);
  this[kTimeout] = null;
  if (msecs === 0) {
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.removeListener('timeout', callback);
    }
  } else {
    this[kTimeout] = timers.setTimeout(() => this._onTimeout(),
      Math.min(msecs, timers.TIMEOUT_MAX)).unref();
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('timeout', callback);
    }
  }
  return this;
}

exports.setTimeout = setTimeout;
