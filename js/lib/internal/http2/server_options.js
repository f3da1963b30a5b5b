// SPDX-License-Identifier: MIT
// The options of servers and of secure connections, checked.
'use strict';
const {
  validateBoolean, validateObject, validateUint32,
} = require('internal/validators');
const { isObject, validate, validateRemote } = require('internal/http2/settings');

const UNKNOWN_PROTOCOL_MS = 10000;

function checked(options) {
  isObject(options, 'options');
  options = { ...options };
  isObject(options.settings, 'options.settings');
  options.settings = { ...options.settings };
  validate(options.settings);
  validateRemote(options.remoteCustomSettings);
  const { maxSessionInvalidFrames, maxSessionRejectedStreams, unknownProtocolTimeout } = options;
  if (maxSessionInvalidFrames !== undefined) {
    validateUint32(maxSessionInvalidFrames, 'maxSessionInvalidFrames');
  }
  if (maxSessionRejectedStreams !== undefined) {
    validateUint32(maxSessionRejectedStreams, 'maxSessionRejectedStreams');
  }
  if (unknownProtocolTimeout !== undefined) {
    validateUint32(unknownProtocolTimeout, 'unknownProtocolTimeout');
  } else {
    options.unknownProtocolTimeout = UNKNOWN_PROTOCOL_MS;
  }
  for (const name of ['streamResetBurst', 'streamResetRate']) {
    if (options[name] !== undefined) validateUint32(options[name], name);
  }
  if (options.strictFieldWhitespaceValidation !== undefined) {
    validateBoolean(options.strictFieldWhitespaceValidation,
      'options.strictFieldWhitespaceValidation');
  }
  if (options.http1Options !== undefined) validateObject(options.http1Options, 'http1Options');
  const { IncomingMessage, ServerResponse } = require('http');
  const { Http2ServerRequest, Http2ServerResponse } = require('internal/http2/compat');
  options.Http1IncomingMessage = options.Http1IncomingMessage || IncomingMessage;
  options.Http1ServerResponse = options.Http1ServerResponse || ServerResponse;
  options.Http2ServerRequest = options.Http2ServerRequest || Http2ServerRequest;
  options.Http2ServerResponse = options.Http2ServerResponse || Http2ServerResponse;
  return options;
}

function secureOptions(options, servername) {
  options = checked(options);
  if (!options.ALPNCallback) {
    options.ALPNProtocols = options.allowHTTP1 === true ? ['h2', 'http/1.1'] : ['h2'];
  }
  if (servername !== undefined && !options.servername) options.servername = servername;
  return options;
}

exports.checked = checked;
exports.secureOptions = secureOptions;
