// SPDX-License-Identifier: MIT
// The messages of the errors of http, for internal/error_messages.js.
'use strict';

module.exports = {
  ERR_HTTP_BODY_NOT_ALLOWED: [
    'Adding content for this request method or response status is not allowed.', 'Error'],
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: [
    'Response body\'s content-length of %s byte(s) does not match the content-length of %s ' +
    'byte(s) set in header', 'Error'],
  ERR_HTTP_HEADERS_SENT: ['Cannot %s headers after they are sent to the client', 'Error'],
  ERR_HTTP_INVALID_HEADER_VALUE: ['Invalid value "%s" for header "%s"', 'TypeError'],
  ERR_HTTP_INVALID_STATUS_CODE: ['Invalid status code: %s', 'RangeError'],
  ERR_HTTP_REQUEST_TIMEOUT: ['Request timeout', 'Error'],
  ERR_HTTP_SOCKET_ASSIGNED: ['ServerResponse has an already assigned socket', 'Error'],
  ERR_HTTP_SOCKET_ENCODING: [
    'Changing the socket encoding is not allowed per RFC7230 Section 3.', 'Error'],
  ERR_HTTP_TRAILER_INVALID: ['Trailers are invalid with this transfer encoding', 'Error'],
  ERR_INVALID_CHAR: [
    (name, field) => `Invalid character in ${name}${field === undefined ? '' : ` ["${field}"]`}`,
    'TypeError'],
  ERR_INVALID_DOMAIN_NAME: ['Unable to determine the domain name', 'TypeError'],
  ERR_INVALID_HTTP_TOKEN: ['%s must be a valid HTTP token ["%s"]', 'TypeError'],
  ERR_INVALID_PROTOCOL: ['Protocol "%s" not supported. Expected "%s"', 'TypeError'],
  ERR_UNESCAPED_CHARACTERS: ['%s contains unescaped characters', 'TypeError'],
};
