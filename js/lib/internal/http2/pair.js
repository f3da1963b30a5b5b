// SPDX-License-Identifier: MIT
// The request and the response over a stream of http2, which the stream notifies.
'use strict';
const { kCompat } = require('internal/http2/symbols');

class Pair {
  constructor() {
    this.request = null;
    this.response = null;
  }

  // Made when there is the first of the two.
  static of(stream) {
    let pair = stream[kCompat];
    if (pair === undefined) {
      pair = new Pair();
      stream[kCompat] = pair;
      stream.on('close', onClose);
    }
    return pair;
  }

  // Errors of a stream are not passed to requests and responses; those are closed.
  static ofRequest(stream) {
    stream.on('error', onError);
    return Pair.of(stream);
  }

  onTimeout() {
    this.request?.emit('timeout');
    this.response?.emit('timeout');
  }

  onAborted() { this.request?._onAborted(); }
  onTrailers(trailers, raw) { this.request?._onTrailers(trailers, raw); }
  onWantTrailers(stream) { stream.sendTrailers(this.response?._trailers ?? {}); }
}

function onError() {}

function onClose() {
  const { request, response } = this[kCompat];
  this[kCompat].request = null;
  this[kCompat].response = null;
  request?._onClose();
  response?._onClose();
}

exports.Pair = Pair;
