// SPDX-License-Identifier: MIT
// The messages of the errors of http2, for internal/error_messages.js.
'use strict';

module.exports = {
  ERR_HTTP2_ALTSVC_INVALID_ORIGIN: ['HTTP/2 ALTSVC frames require a valid origin', 'TypeError'],
  ERR_HTTP2_ALTSVC_LENGTH: ['HTTP/2 ALTSVC frames are limited to 16382 bytes', 'TypeError'],
  ERR_HTTP2_CONNECT_AUTHORITY: [':authority header is required for CONNECT requests', 'Error'],
  ERR_HTTP2_CONNECT_PATH: ['The :path header is forbidden for CONNECT requests', 'Error'],
  ERR_HTTP2_CONNECT_SCHEME: ['The :scheme header is forbidden for CONNECT requests', 'Error'],
  ERR_HTTP2_GOAWAY_SESSION: ['New streams cannot be created after receiving a GOAWAY', 'Error'],
  ERR_HTTP2_HEADERS_AFTER_RESPOND: [
    'Cannot specify additional headers after response initiated', 'Error'],
  ERR_HTTP2_HEADERS_SENT: ['Response has already been initiated.', 'Error'],
  ERR_HTTP2_HEADER_SINGLE_VALUE: [
    'Header field "%s" must only have a single value', 'TypeError'],
  ERR_HTTP2_INFO_STATUS_NOT_ALLOWED: ['Informational status codes cannot be used', 'RangeError'],
  ERR_HTTP2_INVALID_CONNECTION_HEADERS: [
    'HTTP/1 Connection specific headers are forbidden: "%s"', 'TypeError'],
  ERR_HTTP2_INVALID_HEADER_VALUE: ['Invalid value "%s" for header "%s"', 'TypeError'],
  ERR_HTTP2_INVALID_INFO_STATUS: ['Invalid informational status code: %s', 'RangeError'],
  ERR_HTTP2_INVALID_ORIGIN: ['HTTP/2 ORIGIN frames require a valid origin', 'TypeError'],
  ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH: [
    'Packed settings length must be a multiple of six', 'RangeError'],
  ERR_HTTP2_INVALID_PSEUDOHEADER: [
    '"%s" is an invalid pseudoheader or is used incorrectly', 'TypeError'],
  ERR_HTTP2_INVALID_SESSION: ['The session has been destroyed', 'Error'],
  ERR_HTTP2_INVALID_SETTING_VALUE: [
    (name, value) => `Invalid value for setting "${name}": ${value}`, 'TypeError', 'RangeError'],
  ERR_HTTP2_INVALID_STREAM: ['The stream has been destroyed', 'Error'],
  ERR_HTTP2_MAX_PENDING_SETTINGS_ACK: [
    'Maximum number of pending settings acknowledgements', 'Error'],
  ERR_HTTP2_NESTED_PUSH: ['A push stream cannot initiate another push stream.', 'Error'],
  ERR_HTTP2_NO_MEM: ['Out of memory', 'Error'],
  ERR_HTTP2_NO_SOCKET_MANIPULATION: [
    'HTTP/2 sockets should not be directly manipulated (e.g. read and written)', 'Error'],
  ERR_HTTP2_ORIGIN_LENGTH: ['HTTP/2 ORIGIN frames are limited to 16382 bytes', 'TypeError'],
  ERR_HTTP2_OUT_OF_STREAMS: [
    'No stream ID is available because maximum stream ID has been reached', 'Error'],
  ERR_HTTP2_PAYLOAD_FORBIDDEN: ['Responses with %s status must not have a payload', 'Error'],
  ERR_HTTP2_PING_CANCEL: ['HTTP2 ping cancelled', 'Error'],
  ERR_HTTP2_PING_LENGTH: ['HTTP2 ping payload must be 8 bytes', 'RangeError'],
  ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED: ['Cannot set HTTP/2 pseudo-headers', 'TypeError'],
  ERR_HTTP2_PUSH_DISABLED: ['HTTP/2 client has disabled push streams', 'Error'],
  ERR_HTTP2_SEND_FILE: ['Directories cannot be sent', 'Error'],
  ERR_HTTP2_SEND_FILE_NOSEEK: [
    'Offset or length can only be specified for regular files', 'Error'],
  ERR_HTTP2_SESSION_ERROR: ['Session closed with error code %s', 'Error'],
  ERR_HTTP2_SETTINGS_CANCEL: ['HTTP2 session settings canceled', 'Error'],
  ERR_HTTP2_SOCKET_BOUND: ['The socket is already bound to an Http2Session', 'Error'],
  ERR_HTTP2_SOCKET_UNBOUND: [
    'The socket has been disconnected from the Http2Session', 'Error'],
  ERR_HTTP2_STATUS_101: [
    'HTTP status code 101 (Switching Protocols) is forbidden in HTTP/2', 'Error'],
  ERR_HTTP2_STATUS_INVALID: ['Invalid status code: %s', 'RangeError'],
  ERR_HTTP2_STREAM_CANCEL: [
    (cause) => `The pending stream has been canceled${
      typeof cause?.message === 'string' ? ` (caused by: ${cause.message})` : ''}`, 'Error'],
  ERR_HTTP2_STREAM_ERROR: ['Stream closed with error code %s', 'Error'],
  ERR_HTTP2_STREAM_SELF_DEPENDENCY: ['A stream cannot depend on itself', 'Error'],
  ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS: [
    'Number of custom settings exceeds MAX_ADDITIONAL_SETTINGS', 'Error'],
  ERR_HTTP2_TOO_MANY_INVALID_FRAMES: ['Too many invalid HTTP/2 frames', 'Error'],
  ERR_HTTP2_TRAILERS_ALREADY_SENT: ['Trailing headers have already been sent', 'Error'],
  ERR_HTTP2_TRAILERS_NOT_READY: [
    'Trailing headers cannot be sent until after the wantTrailers event is emitted', 'Error'],
  ERR_HTTP2_UNSUPPORTED_PROTOCOL: ['protocol "%s" is unsupported.', 'Error'],
};
