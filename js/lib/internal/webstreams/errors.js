// SPDX-License-Identifier: MIT
// The errors of web streams. The package makes plain ones without codes: it gets the two classes
// here instead of the language's, which turn its texts into Node's errors. Errors about an argument
// need its value: they are left to `explain`.
'use strict';
const { codes } = require('internal/errors');

const LOCKED_READER = 'ReadableStream is locked';
const LOCKED_WRITER = 'WritableStream is locked';
const NOT_ATTACHED = 'The reader is not attached to a stream';
const NOT_BOUND = 'Writer is not bound to a WritableStream';
const ENDED = 'ReadableStream is already closed';
const EMPTY_CHUNK = 'chunk ArrayBuffer is zero-length or detached';
const EMPTY_VIEW = 'View or Viewed ArrayBuffer is zero-length or detached';

const states = new Map(Object.entries({
  'Cannot cancel a stream using a released reader': NOT_ATTACHED,
  'Cannot read from a stream using a released reader': NOT_ATTACHED,
  'Cannot write to a stream using a released writer': NOT_BOUND,
  'Cannot close a stream using a released writer': NOT_BOUND,
  'Cannot abort a stream using a released writer': NOT_BOUND,
  'Cannot desiredSize a stream using a released writer': NOT_BOUND,
  'Cannot abort a stream that already has a writer': LOCKED_WRITER,
  'Cannot close a stream that already has a writer': LOCKED_WRITER,
  'Cannot cancel a stream that already has a reader': LOCKED_READER,
  'Cannot tee a stream that already has a reader': LOCKED_READER,
  'Cannot close an already-closing stream': 'Failure closing WritableStream',
  'Readable side is not in a state that permits enqueue': 'Unable to enqueue',
  'ReadableStream.prototype.pipeThrough cannot be used on a locked ReadableStream':
    'The ReadableStream is locked',
  'ReadableStream.prototype.pipeThrough cannot be used on a locked WritableStream':
    'The WritableStream is locked',
  'ReadableStream.prototype.pipeTo cannot be used on a locked ReadableStream':
    'The ReadableStream is locked',
  'ReadableStream.prototype.pipeTo cannot be used on a locked WritableStream':
    'The WritableStream is locked',
  'Reader was released and can no longer be used to monitor the stream\'s closedness':
    'Reader released',
  'Reader was released': 'Releasing reader',
  'Writer was released and can no longer be used to monitor the stream\'s closedness':
    'Writer has been released',
  'The stream is closing or closed and cannot be written to': 'WritableStream is closed',
  'The stream is not in a state that permits close': 'Controller is already closed',
  'The stream is not in a state that permits enqueue': 'Controller is already closed',
  'The stream has already been closed; do not close it again!': ENDED,
  'stream is closed or draining': ENDED,
  'This stream has already been locked for exclusive reading by another reader': LOCKED_READER,
  'This stream has already been locked for exclusive writing by another writer': LOCKED_WRITER,
  'TransformStream terminated': 'TransformStream has been terminated',
  'This BYOB request has been invalidated': 'This BYOB request has been invalidated',
  'chunk must have non-zero byteLength': EMPTY_CHUNK,
  'chunk\'s buffer is detached and so cannot be enqueued': EMPTY_CHUNK,
  'chunk\'s buffer must have non-zero byteLength': EMPTY_CHUNK,
  'view must have non-zero byteLength': EMPTY_VIEW,
  'view\'s buffer has been detached': EMPTY_VIEW,
  'view\'s buffer must have non-zero byteLength': EMPTY_VIEW,
  'The iterator method must return an object': 'The iterator method must return an object',
  'The iterator.next() method must return an object':
    'The iterator.next() method must return an object',
  'The promise returned by the iterator.next() method must fulfill with an object':
    'The iterator.next() method must return an object',
}));

const unexplained = new WeakMap(); // the package's errors about arguments, with their texts

function translate(text, Base) {
  const wrongThis = /^(\w+)\.prototype\.\w+ can only be used on a \w+$/.exec(text);
  if (wrongThis?.[1] === 'ReadableStreamDefaultController') { // which Node does not look at
    return new TypeError(
      "Cannot destructure property 'stream' of 'controller[kState]' as it is undefined.");
  }
  if (wrongThis !== null) return new codes.ERR_INVALID_THIS(wrongThis[1]);
  const state = states.get(text) ??
    (/^The stream \(in .* state\) is not in the readable/.test(text) ? ENDED : undefined) ??
    (/^The stream \(in .* state\) is not in the writable/.test(text) ?
      'Failure closing WritableStream' : undefined);
  if (state !== undefined) return new codes.ERR_INVALID_STATE.TypeError(state);
  if (text === 'Illegal constructor') return new codes.ERR_ILLEGAL_CONSTRUCTOR();
  const error = new Base(text);
  unexplained.set(error, text);
  return error;
}

const Native = { TypeError, RangeError };

exports.TypeError = function(text) { return translate(text, Native.TypeError); };
exports.RangeError = function(text) { return translate(text, Native.RangeError); };

// The error that Node has for a call: what `find(text)` makes of it, if it is about an argument.
exports.explain = (error, find) => {
  const text = unexplained.get(error);
  return (text !== undefined && find(text)) || error;
};
