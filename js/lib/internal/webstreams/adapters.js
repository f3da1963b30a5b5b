// SPDX-License-Identifier: MIT
// Streams of Node as web streams and the other way round: Readable.toWeb, fromWeb and so on.
'use strict';
const { Duplex, Readable, Writable, finished } = require('vendor/readable-stream/stream');
const { AbortError, codes } = require('internal/errors');
const { CountQueuingStrategy, ReadableStream, WritableStream } =
  require('internal/webstreams/classes');
const { validateBoolean, validateObject } = require('internal/validators');

function toUint8Array(chunk) {
  return chunk instanceof Buffer ?
    new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength) : chunk;
}

function fromReadable(readable, options = {}) {
  if (typeof readable?._readableState !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', readable);
  }
  if (readable.destroyed || readable.readable === false) {
    const empty = new ReadableStream();
    empty.cancel();
    return empty;
  }
  const { readableObjectMode: objects, readableHighWaterMark: highWaterMark } = readable;
  const strategy = options.strategy ?? (objects ? new CountQueuingStrategy({ highWaterMark }) :
    { highWaterMark });
  let controller;
  readable.pause();
  const stopWatching = finished(readable, (error) => {
    stopWatching();
    readable.on('error', () => {});
    if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE') {
      error = new AbortError(undefined, { cause: error });
    }
    if (error) controller.error(error);
    else controller.close();
  });
  readable.on('data', (chunk) => {
    controller.enqueue(objects ? chunk : toUint8Array(chunk));
    if (controller.desiredSize <= 0) readable.pause();
  });
  return new ReadableStream({
    start(given) { controller = given; },
    pull() { readable.resume(); },
    cancel(reason) { readable.destroy(reason); },
  }, strategy);
}

function toReadable(stream, options = {}) {
  if (typeof stream?.getReader !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('readableStream', 'ReadableStream', stream);
  }
  validateObject(options, 'options');
  const { objectMode = false, encoding, highWaterMark, signal } = options;
  if (encoding !== undefined && !Buffer.isEncoding(encoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.encoding', encoding);
  }
  validateBoolean(objectMode, 'options.objectMode');
  const reader = stream.getReader();
  let closed = false;
  const readable = new Readable({
    objectMode, highWaterMark, encoding, signal,
    read() {
      reader.read().then(({ value, done }) => {
        readable.push(done ? null : value);
      }, (error) => readable.destroy(error));
    },
    destroy(error, callback) {
      const done = () => process.nextTick(callback, error);
      if (closed) {
        done();
        return;
      }
      reader.cancel(error).then(done, done);
    },
  });
  reader.closed.then(() => { closed = true; }, (error) => {
    closed = true;
    readable.destroy(error);
  });
  return readable;
}

function fromWritable(writable) {
  // Messages of http are not Writables, but behave like them.
  if (typeof writable?._writableState !== 'object' &&
      (typeof writable?.write !== 'function' || typeof writable.on !== 'function')) {
    throw new codes.ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable', writable);
  }
  if (writable.destroyed || writable.writable === false) {
    const shut = new WritableStream();
    shut.close();
    return shut;
  }
  const { writableObjectMode: objects, writableHighWaterMark: highWaterMark } = writable;
  const strategy = objects ? new CountQueuingStrategy({ highWaterMark }) : { highWaterMark };
  let controller;
  let drained; // waits until there is room
  let ended; // waits for the end
  const stopWatching = finished(writable, (error) => {
    stopWatching();
    writable.on('error', () => {});
    if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE') {
      error = new AbortError(undefined, { cause: error });
    }
    if (error != null) {
      drained?.reject(error);
      ended?.reject(error);
      controller.error(error);
    } else if (ended !== undefined) {
      ended.resolve();
    } else {
      controller.error(new AbortError());
    }
  });
  writable.on('drain', () => {
    drained?.resolve();
    drained = undefined;
  });
  return new WritableStream({
    start(given) { controller = given; },
    write(chunk) {
      if (writable.writableNeedDrain || !writable.write(chunk)) {
        return new Promise((resolve, reject) => { drained = { resolve, reject }; });
      }
      return undefined;
    },
    abort(reason) { writable.destroy(reason); },
    close() {
      if (writable.writableEnded) return undefined;
      const promise = new Promise((resolve, reject) => { ended = { resolve, reject }; });
      writable.end();
      return promise;
    },
  }, strategy);
}

function toWritable(stream, options = {}) {
  if (typeof stream?.getWriter !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('writableStream', 'WritableStream', stream);
  }
  validateObject(options, 'options');
  const { highWaterMark, decodeStrings = true, objectMode = false, signal } = options;
  validateBoolean(objectMode, 'options.objectMode');
  validateBoolean(decodeStrings, 'options.decodeStrings');
  const writer = stream.getWriter();
  let closed = false;
  const writable = new Writable({
    highWaterMark, objectMode, decodeStrings, signal,
    write(chunk, encoding, callback) {
      if (typeof chunk === 'string' && decodeStrings && !objectMode) {
        chunk = Buffer.from(chunk, encoding);
      }
      writer.ready.then(() => writer.write(chunk))
        .then(() => process.nextTick(callback), (error) => process.nextTick(callback, error));
    },
    final(callback) {
      const done = (error) => process.nextTick(callback, error);
      if (closed) done();
      else writer.close().then(() => done(), done);
    },
    destroy(error, callback) {
      const done = () => process.nextTick(callback, error);
      if (closed) done();
      else if (error != null) writer.abort(error).then(done, done);
      else writer.close().then(done, done);
    },
  });
  writer.closed.then(() => {
    closed = true;
    if (!writable.writableEnded) writable.destroy(new codes.ERR_STREAM_PREMATURE_CLOSE());
  }, (error) => {
    closed = true;
    writable.destroy(error);
  });
  return writable;
}

function fromDuplex(duplex) {
  if (typeof duplex?._writableState !== 'object' || typeof duplex._readableState !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
  }
  return { writable: fromWritable(duplex), readable: fromReadable(duplex) };
}

function toDuplex(pair = {}, options = {}) {
  validateObject(pair, 'pair');
  for (const [name, member, type] of [
    ['readable', 'getReader', 'ReadableStream'], ['writable', 'getWriter', 'WritableStream'],
  ]) {
    if (typeof pair[name]?.[member] !== 'function') {
      throw new codes.ERR_INVALID_ARG_TYPE(`pair.${name}`, type, pair[name]);
    }
  }
  const readable = toReadable(pair.readable, options);
  const writable = toWritable(pair.writable, options);
  return Duplex.from({ readable, writable });
}

module.exports = { fromDuplex, fromReadable, fromWritable, toDuplex, toReadable, toWritable };
