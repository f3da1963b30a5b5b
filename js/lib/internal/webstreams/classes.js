// SPDX-License-Identifier: MIT
// The classes of web streams, from the package web-streams-polyfill.
'use strict';

const {
  ByteLengthQueuingStrategy, CountQueuingStrategy, ReadableByteStreamController, ReadableStream,
  ReadableStreamBYOBReader, ReadableStreamBYOBRequest, ReadableStreamDefaultController,
  ReadableStreamDefaultReader, TransformStream, TransformStreamDefaultController, WritableStream,
  WritableStreamDefaultController, WritableStreamDefaultWriter,
} = require('vendor/web-streams-polyfill');

module.exports = {
  ReadableStream,
  ReadableStreamDefaultReader,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableByteStreamController,
  ReadableStreamDefaultController,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
};
