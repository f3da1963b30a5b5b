// SPDX-License-Identifier: MIT
// setTimeout() of sessions and streams: 'timeout' after this long without any activity. Progress of
// waiting output is activity, too.
'use strict';
const { codes } = require('internal/errors');
const { validateFunction, validateNumber } = require('internal/validators');
const timers = require('internal/timers');
const { native } = require('internal/http2/native');
const { kHandle, kSession, kSocket, kState, kTimeout } = require('internal/http2/symbols');

const SENT = 5; // in native.figures
const kSent = Symbol('sent'); // when it was last looked at

// A number that changes when something is sent.
function sentBy(session) {
  const handle = session?.[kHandle];
  if (handle === undefined || !native.counts(handle)) return 0;
  return native.figures[SENT] - (session[kSocket]?._handle?.writeQueueSize ?? 0);
}

const sessionOf = (of) => (kSession in of ? of[kSession] : of);

function waitsToSend(of) {
  if (of.writableLength !== undefined) return of.writableLength > 0;
  const { isWriting, streams } = of[kState];
  return isWriting || [...streams.values()].some((stream) => stream.writableLength > 0);
}

// There was some activity of a session or a stream.
function refresh(of) {
  if (of[kTimeout] === null) return;
  of[kTimeout].refresh();
  of[kSent] = sentBy(sessionOf(of));
}

// The time is up: whether that is so, or something is being sent.
function isSilent(of) {
  if (!waitsToSend(of) || of[kSent] === sentBy(sessionOf(of))) return true;
  refresh(of);
  return false;
}

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
    this[kSent] = sentBy(sessionOf(this));
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('timeout', callback);
    }
  }
  return this;
}

exports.setTimeout = setTimeout;
exports.refresh = refresh;
exports.isSilent = isSilent;
