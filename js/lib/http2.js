// SPDX-License-Identifier: MIT
// http2: sessions and streams over libnghttp2 (internal/http2), and requests and responses like
// those of http.
'use strict';
const { constants } = require('internal/http2/constants');
const { connect } = require('internal/http2/client');
const {
  createServer, createSecureServer, performServerHandshake,
} = require('internal/http2/server');
const { Http2ServerRequest, Http2ServerResponse } = require('internal/http2/compat');
const { sensitiveHeaders } = require('internal/http2/headers');
const settings = require('internal/http2/settings');

module.exports = {
  connect,
  constants,
  createServer,
  createSecureServer,
  getDefaultSettings: settings.defaults,
  getPackedSettings: settings.pack,
  getUnpackedSettings: settings.unpack,
  performServerHandshake,
  sensitiveHeaders,
  Http2ServerRequest,
  Http2ServerResponse,
};
