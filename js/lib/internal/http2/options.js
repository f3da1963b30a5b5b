// SPDX-License-Identifier: MIT
// Options of a session as the numbers that C reads, in the order of js/bind/http2.h; -1 is
// nghttp2's default.
'use strict';
const { constants } = require('internal/http2/constants');

const MEGABYTE = 1e6;

const numberOr = (value, otherwise) => (typeof value === 'number' ? value : otherwise);

function optionsOf(options, type) {
  const isServer = type === constants.NGHTTP2_SESSION_SERVER;
  const { maxHeaderListPairs, maxSessionMemory, streamResetBurst, streamResetRate } = options;
  const limited = streamResetBurst !== undefined && streamResetRate !== undefined;
  return new Float64Array([
    numberOr(options.maxDeflateDynamicTableSize, -1),
    numberOr(options.maxReservedRemoteStreams, 200),
    numberOr(options.maxSendHeaderBlockLength, -1),
    numberOr(options.peerMaxConcurrentStreams, 100),
    numberOr(options.paddingStrategy, constants.PADDING_STRATEGY_NONE),
    Math.max(isServer ? 4 : 1, numberOr(maxHeaderListPairs, 128)),
    numberOr(options.maxOutstandingPings, 10),
    numberOr(options.maxOutstandingSettings, 10),
    Math.max(1, numberOr(maxSessionMemory, 10)) * MEGABYTE,
    numberOr(options.maxSettings, -1),
    numberOr(options.maxSessionRejectedStreams, 100),
    numberOr(options.maxSessionInvalidFrames, 1000),
    limited ? Number(streamResetRate) : -1,
    limited ? Number(streamResetBurst) : -1,
    options.strictFieldWhitespaceValidation === false ? 0 : 1,
  ]);
}

exports.optionsOf = optionsOf;
