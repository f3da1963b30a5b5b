// SPDX-License-Identifier: MIT
// Web streams fail with Node's errors: class, code and text.
'use strict';
const assert = require('assert');
const web = require('stream/web');

const { ReadableStream, TransformStream, WritableStream } = web;
const locked = () => {
  const stream = new ReadableStream();
  stream.getReader();
  return stream;
};
const refused = [
  [() => locked().getReader(), 'ERR_INVALID_STATE', 'Invalid state: ReadableStream is locked'],
  [() => new ReadableStream(1), 'ERR_INVALID_ARG_TYPE',
    'The "source" argument must be of type object. Received type number (1)'],
  [() => new ReadableStream({ type: 'x' }), 'ERR_INVALID_ARG_VALUE',
    "The property 'source.type' is invalid. Received 'x'"],
  [() => new ReadableStream({ pull: 1 }), 'ERR_INVALID_ARG_TYPE',
    'The "source.pull" property must be of type function. Received type number (1)'],
  [() => new WritableStream({}, { highWaterMark: -1 }), 'ERR_INVALID_ARG_VALUE',
    "The property 'strategy.highWaterMark' is invalid. Received -1"],
  [() => new ReadableStream().getReader({ mode: 'x' }), 'ERR_INVALID_ARG_VALUE',
    "The property 'options.mode' is invalid. Received 'x'"],
  [() => new ReadableStream().pipeThrough(1), 'ERR_INVALID_ARG_TYPE',
    'The "transform.readable" property must be an instance of ReadableStream. Received undefined'],
  [() => new web.CountQueuingStrategy({}), 'ERR_MISSING_OPTION', 'init.highWaterMark is required'],
  [() => ReadableStream.from(1), 'ERR_ARG_NOT_ITERABLE', '1 must be iterable'],
  [() => new web.ReadableStreamDefaultController(), 'ERR_ILLEGAL_CONSTRUCTOR',
    'Illegal constructor'],
  [() => new TransformStream(null), 'ERR_INVALID_ARG_TYPE',
    'The "transformer" argument must be of type object. Received null'],
  [() => ReadableStream.prototype.getReader.call({}), 'ERR_INVALID_THIS',
    'Value of "this" must be of type ReadableStream'],
];
for (const [call, code, message] of refused) {
  assert.throws(call, { code, message }, message);
}

const rejected = [
  [() => new ReadableStream().pipeTo(1), 'ERR_INVALID_ARG_TYPE'],
  [() => new ReadableStream().pipeTo(new WritableStream(), { signal: 1 }), 'ERR_INVALID_ARG_TYPE'],
  [() => locked().cancel(), 'ERR_INVALID_STATE'],
  [() => {
    const reader = new ReadableStream().getReader();
    reader.releaseLock();
    return reader.read();
  }, 'ERR_INVALID_STATE'],
];
(async () => {
  for (const [call, code] of rejected) await assert.rejects(call(), { name: 'TypeError', code });
})();
