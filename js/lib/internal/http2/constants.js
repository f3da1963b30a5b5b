// SPDX-License-Identifier: MIT
// http2.constants, in Node's order.
'use strict';
const { STATUS_CODES } = require('internal/http/common');

const constants = {};

// Names with a common beginning, and numbers that count up from one or are given.
function number(prefix, names, first) {
  names.split(' ').forEach((name, i) => { constants[prefix + name] = first + i; });
}

function put(prefix, values) {
  for (const [name, value] of Object.entries(values)) constants[prefix + name] = value;
}

const upper = (word) => word.toUpperCase().replace(/[- ]/g, '_').replace(/[':]/g, '');

constants.NGHTTP2_ERR_FRAME_SIZE_ERROR = -522;
number('NGHTTP2_SESSION_', 'SERVER CLIENT', 0);
number('NGHTTP2_STREAM_STATE_',
  'IDLE OPEN RESERVED_LOCAL RESERVED_REMOTE HALF_CLOSED_LOCAL HALF_CLOSED_REMOTE CLOSED', 1);
put('NGHTTP2_FLAG_', { NONE: 0, END_STREAM: 1, END_HEADERS: 4, ACK: 1, PADDED: 8, PRIORITY: 32 });
put('DEFAULT_SETTINGS_', {
  HEADER_TABLE_SIZE: 4096, ENABLE_PUSH: 1, MAX_CONCURRENT_STREAMS: 2 ** 32 - 1,
  INITIAL_WINDOW_SIZE: 65535, MAX_FRAME_SIZE: 16384, MAX_HEADER_LIST_SIZE: 65535,
  ENABLE_CONNECT_PROTOCOL: 0,
});
put('', {
  MAX_MAX_FRAME_SIZE: 2 ** 24 - 1, MIN_MAX_FRAME_SIZE: 16384, MAX_INITIAL_WINDOW_SIZE: 2 ** 31 - 1,
});
number('NGHTTP2_SETTINGS_', 'HEADER_TABLE_SIZE ENABLE_PUSH MAX_CONCURRENT_STREAMS ' +
  'INITIAL_WINDOW_SIZE MAX_FRAME_SIZE MAX_HEADER_LIST_SIZE', 1);
constants.NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL = 8;
put('PADDING_STRATEGY_', { NONE: 0, ALIGNED: 1, MAX: 2, CALLBACK: 1 });

const errorNames = ('NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT ' +
  'STREAM_CLOSED FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ' +
  'ENHANCE_YOUR_CALM INADEQUATE_SECURITY HTTP_1_1_REQUIRED').split(' ')
  .map((name) => `NGHTTP2_${name}`);
errorNames.forEach((name, code) => { constants[name] = code; });
constants.NGHTTP2_DEFAULT_WEIGHT = 16;

const headers = ':status :method :authority :scheme :path :protocol accept-encoding ' +
  'accept-language accept-ranges accept access-control-allow-credentials ' +
  'access-control-allow-headers access-control-allow-methods access-control-allow-origin ' +
  'access-control-expose-headers access-control-request-headers ' +
  'access-control-request-method age authorization cache-control connection ' +
  'content-disposition content-encoding content-length content-type cookie date etag ' +
  'forwarded host if-modified-since if-none-match if-range last-modified link location ' +
  'range referer server set-cookie strict-transport-security transfer-encoding te ' +
  'upgrade-insecure-requests upgrade user-agent vary x-content-type-options x-frame-options ' +
  'keep-alive proxy-connection x-xss-protection alt-svc content-security-policy early-data ' +
  'expect-ct origin purpose timing-allow-origin x-forwarded-for priority accept-charset ' +
  'access-control-max-age allow content-language content-location content-md5 content-range ' +
  'dnt expect expires from if-match if-unmodified-since max-forwards prefer ' +
  'proxy-authenticate proxy-authorization refresh retry-after trailer tk via warning ' +
  'www-authenticate http2-settings';
const methods = 'ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL ' +
  'LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ' +
  'ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT REBIND REPORT SEARCH TRACE UNBIND ' +
  'UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL';

for (const name of headers.split(' ')) constants[`HTTP2_HEADER_${upper(name)}`] = name;
for (const name of methods.split(' ')) constants[`HTTP2_METHOD_${upper(name)}`] = name;
for (const [code, text] of Object.entries(STATUS_CODES)) {
  constants[`HTTP_STATUS_${code === '418' ? 'TEAPOT' : upper(text)}`] = Number(code);
}

exports.constants = constants;
exports.errorNames = errorNames;
exports.errorName = (code) => errorNames[code] ?? code;
