// SPDX-License-Identifier: MIT
// The messages of the errors of streams and terminals, for internal/error_messages.js.
'use strict';

module.exports = {
  ERR_INVALID_FD: ['"fd" must be a positive integer: %s', 'RangeError'],
  ERR_INVALID_STATE: ['Invalid state: %s', 'Error', 'TypeError', 'RangeError'],
  ERR_MULTIPLE_CALLBACK: ['Callback called multiple times', 'Error'],
  ERR_STREAM_ALREADY_FINISHED: ['Cannot call %s after a stream was finished', 'Error'],
  ERR_STREAM_CANNOT_PIPE: ['Cannot pipe, not readable', 'Error'],
  ERR_STREAM_DESTROYED: ['Cannot call %s after a stream was destroyed', 'Error'],
  ERR_STREAM_NULL_VALUES: ['May not write null values to stream', 'TypeError'],
  ERR_STREAM_PREMATURE_CLOSE: ['Premature close', 'Error'],
  ERR_STREAM_PUSH_AFTER_EOF: ['stream.push() after EOF', 'Error'],
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: ['stream.unshift() after end event', 'Error'],
  ERR_STREAM_WRAP: ['Stream has StringDecoder set or is in objectMode', 'Error'],
  ERR_STREAM_WRITE_AFTER_END: ['write after end', 'Error'],
  ERR_TTY_INIT_FAILED: ['TTY initialization failed', 'SystemError'],
};
