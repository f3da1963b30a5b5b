// SPDX-License-Identifier: MIT
// Finds which argument of a call of web streams was wrong, for the error. Called after the package
// has refused a call, so valid calls cost nothing.
'use strict';
const { codes } = require('internal/errors');

const { ERR_ARG_NOT_ITERABLE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
  ERR_MISSING_OPTION } = codes;

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

// The member that the text says is not a function: "... has member 'pull' that is not a function".
function member(text, object, name) {
  const found = /member '(\w+)' that is not a function/.exec(text);
  if (found === null || !isObject(object)) return undefined;
  // Node binds what starts a stream, before it looks at the rest.
  if (found[1] === 'start') return new TypeError('Bind must be called on a function');
  return new ERR_INVALID_ARG_TYPE(`${name}.${found[1]}`, 'Function', object[found[1]]);
}

function strategyError(strategy, text) {
  if (strategy === undefined) return undefined;
  if (!isObject(strategy)) return new ERR_INVALID_ARG_TYPE('strategy', 'Object', strategy);
  if (/highWaterMark/.test(text)) {
    return new ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark',
      +strategy.highWaterMark);
  }
  if (/cannot have a size function/.test(text)) {
    return new ERR_INVALID_ARG_VALUE.RangeError('strategy.size', strategy.size);
  }
  if (/'size'/.test(text)) {
    return new ERR_INVALID_ARG_TYPE('strategy.size', 'Function', strategy.size);
  }
  return undefined;
}

function underlying(name) {
  return ([object, strategy], text) => {
    if (object !== undefined && !isObject(object)) {
      return new ERR_INVALID_ARG_TYPE(name, 'Object', object);
    }
    const wrongMember = /^First|^underlying/i.test(text) ? member(text, object, name) : undefined;
    if (wrongMember !== undefined) return wrongMember;
    if (/enumeration value for ReadableStreamType/.test(text)) {
      return new ERR_INVALID_ARG_VALUE('source.type', object.type);
    }
    if (/^Invalid type/.test(text)) {
      return new ERR_INVALID_ARG_VALUE.RangeError('type', object.type);
    }
    if (/autoAllocateChunkSize/.test(text)) {
      return new ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize',
        object.autoAllocateChunkSize);
    }
    const wrongType = /^Invalid (readableType|writableType)/.exec(text);
    if (wrongType !== null) {
      return new ERR_INVALID_ARG_VALUE.RangeError(`transformer.${wrongType[1]}`,
        object[wrongType[1]]);
    }
    return strategyError(strategy, text);
  };
}

function strategy([init]) {
  if (typeof init !== 'object' || init === null || Array.isArray(init)) {
    return new ERR_INVALID_ARG_TYPE('init', 'Object', init);
  }
  return init.highWaterMark === undefined ?
    new ERR_MISSING_OPTION('init.highWaterMark') : undefined;
}

function streamOf(kind) {
  return ([stream], text) => (/byte source/.test(text) ?
    new ERR_INVALID_ARG_VALUE('stream', stream, 'must be a byte stream') :
    new ERR_INVALID_ARG_TYPE('stream', kind, stream));
}

function readerOptions([options], text, self) {
  if (/byte source/.test(text)) {
    return new ERR_INVALID_ARG_VALUE('stream', self, 'must be a byte stream');
  }
  return isObject(options) ? new ERR_INVALID_ARG_VALUE('options.mode', options.mode) :
    new ERR_INVALID_ARG_TYPE('options', 'Object', options);
}

function pipeOptions(options) {
  if (options !== undefined && !isObject(options)) {
    return new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  const signal = options?.signal;
  return signal !== undefined && !(isObject(signal) && 'aborted' in signal) ?
    new ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', options.signal) : undefined;
}

function view([value]) {
  return ArrayBuffer.isView(value) ? undefined :
    new ERR_INVALID_ARG_TYPE('view', ['Buffer', 'TypedArray', 'DataView'], value);
}

// For each class: what is wrong if its constructor or a method refuses a call; the first parameter
// is the list of arguments.
module.exports = {
  ReadableStream: {
    new: underlying('source'),
    from: ([value]) => new ERR_ARG_NOT_ITERABLE(value),
    getReader: readerOptions,
    values: ([options]) => new ERR_INVALID_ARG_TYPE('options', 'Object', options),
    pipeThrough([pair, options], text, self, isStream) {
      const readable = pair?.readable;
      if (!isStream('ReadableStream', readable)) {
        return new ERR_INVALID_ARG_TYPE('transform.readable', 'ReadableStream', readable);
      }
      if (!isStream('WritableStream', pair.writable)) {
        return new ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', pair.writable);
      }
      return pipeOptions(options);
    },
    pipeTo([writable, options], text, self, isStream) {
      return isStream('WritableStream', writable) ? pipeOptions(options) :
        new ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream', writable);
    },
  },
  ReadableStreamDefaultReader: { new: streamOf('ReadableStream') },
  ReadableStreamBYOBReader: { new: streamOf('ReadableStream'), read: view },
  ReadableStreamBYOBRequest: {
    respond: ([count]) => new ERR_INVALID_ARG_VALUE.RangeError('bytesWritten', count),
    respondWithNewView: view,
  },
  ReadableByteStreamController: {
    enqueue: ([chunk]) => (ArrayBuffer.isView(chunk) ? undefined :
      new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], chunk)),
  },
  ReadableStreamDefaultController: {
    enqueue: (list, text) => (/^Size must/.test(text) ?
      new ERR_INVALID_ARG_VALUE.RangeError('size', NaN) : undefined),
  },
  TransformStream: { new: underlying('transformer') },
  WritableStream: { new: underlying('sink') },
  WritableStreamDefaultWriter: { new: streamOf('WritableStream') },
  ByteLengthQueuingStrategy: { new: strategy },
  CountQueuingStrategy: { new: strategy },
};
