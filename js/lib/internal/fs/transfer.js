// SPDX-License-Identifier: MIT
// The many forms of read and write: which arguments they accept, and what those mean.
'use strict';
const { codes } = require('internal/errors');
const ops = require('internal/fs/ops');
const {
  checkBuffer, checkBuffers, checkPosition, checkReadRange, checkText, checkWriteRange, isView,
  toCallback, toFd,
} = require('internal/fs/validate');
const { validateEncoding, validateFunction, validateInteger, validateObject } =
  require('internal/validators');

const noOptions = Object.freeze({ __proto__: null });

// (fd, buffer, offset, length, position), with what is missing filled in, or (fd, options).
function readRange(buffer, offset, length, position) {
  if (offset == null) offset = 0;
  else validateInteger(offset, 'offset', 0);
  length = length === undefined ? buffer.byteLength - offset : length | 0;
  return { offset, length, position };
}

function checkRead(buffer, range) {
  const { offset, length } = range;
  if (length === 0) return;
  if (buffer.byteLength === 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('buffer', buffer,
      'is empty and cannot be written');
  }
  checkReadRange(offset, length, buffer.byteLength);
  if (range.position == null) range.position = -1;
  checkPosition(range.position, 'position', length);
}

function readSync(fd, buffer, offsetOrOptions, length, position) {
  fd = toFd(fd);
  checkBuffer(buffer);
  let offset = offsetOrOptions;
  if (arguments.length <= 3 || (offset !== null && typeof offset === 'object')) {
    if (offset !== undefined) validateObject(offset, 'options', { nullable: true });
    ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? noOptions);
  }
  const range = readRange(buffer, offset, length, position);
  checkRead(buffer, range);
  if (range.length === 0) return 0;
  return ops.read(undefined, fd, buffer, range.offset, range.length, range.position);
}

function read(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = toFd(fd);
  let offset = offsetOrOptions;
  let params = null;
  if (arguments.length <= 4) {
    if (arguments.length === 4) { // (fd, buffer, options, callback)
      validateObject(offsetOrOptions, 'options', { nullable: true });
      callback = length;
      params = offsetOrOptions;
    } else if (arguments.length === 3) { // (fd, buffer or options, callback)
      if (!isView(buffer)) {
        params = buffer;
        ({ buffer = Buffer.alloc(16384) } = params ?? noOptions);
      }
      callback = offsetOrOptions;
    } else { // (fd, callback)
      callback = buffer;
      buffer = Buffer.alloc(16384);
    }
    if (params !== undefined) validateObject(params, 'options', { nullable: true });
    ({ offset = 0, length = buffer?.byteLength - offset, position = null } = params ?? noOptions);
  }
  checkBuffer(buffer);
  validateFunction(callback, 'cb');
  const range = readRange(buffer, offset, length, position);
  if (range.length === 0) {
    process.nextTick(callback, null, 0, buffer);
    return;
  }
  checkRead(buffer, range);
  ops.read(callback, fd, buffer, range.offset, range.length, range.position);
}

function writeRange(buffer, offset, length, position) {
  if (offset == null) offset = 0;
  else validateInteger(offset, 'offset', 0);
  if (typeof length !== 'number') length = buffer.byteLength - offset;
  checkWriteRange(offset, length, buffer.byteLength);
  return { offset, length, position: typeof position === 'number' ? position :
    typeof position === 'bigint' ? position : null };
}

// (fd, buffer, offset, length, position), (fd, buffer, options) or (fd, string, position, encoding)
function writeSync(fd, buffer, offsetOrOptions, length, position) {
  fd = toFd(fd);
  let offset = offsetOrOptions;
  if (isView(buffer)) {
    if (position === undefined) position = null;
    if (typeof offset === 'object') {
      ({ offset = 0, length = buffer.byteLength - offset, position = null } = offset ?? noOptions);
    }
    const range = writeRange(buffer, offset, length, position);
    return ops.write(undefined, fd, buffer, range.offset, range.length, range.position);
  }
  checkText(buffer, 'buffer');
  validateEncoding(buffer, length);
  if (offset === undefined) offset = null;
  if (length === undefined || length === 'utf8') return ops.writeTextSync(fd, buffer, offset);
  const bytes = Buffer.from(buffer, length);
  return ops.write(undefined, fd, bytes, 0, bytes.length, offset);
}

function write(fd, buffer, offsetOrOptions, length, position, callback) {
  fd = toFd(fd);
  let offset = offsetOrOptions;
  if (isView(buffer)) {
    callback = toCallback(callback || position || length || offset);
    if (typeof offset === 'object') {
      ({ offset = 0, length = buffer.byteLength - offset, position = null } =
        offsetOrOptions ?? noOptions);
    }
    if (typeof offset === 'function') offset = 0;
    const range = writeRange(buffer, offset, length, position);
    ops.write(callback, fd, buffer, range.offset, range.length, range.position);
    return;
  }
  checkText(buffer, 'buffer');
  if (typeof position !== 'function') { // (fd, string, position, encoding, callback)
    if (typeof offset === 'function') {
      position = offset;
      offset = null;
    } else {
      position = length;
    }
    length = 'utf8';
  }
  const text = buffer;
  validateEncoding(text, length);
  callback = toCallback(position);
  const bytes = Buffer.from(text, length);
  ops.write((error, written) => callback(error, written ?? 0, text), fd, bytes, 0, bytes.length,
    typeof offset === 'number' ? offset : null);
}

function readv(fd, buffers, position, callback) {
  toFd(fd);
  checkBuffers(buffers);
  callback = toCallback(callback || position);
  ops.readv(callback, fd, buffers, position);
}

function writev(fd, buffers, position, callback) {
  toFd(fd);
  checkBuffers(buffers);
  callback = toCallback(callback || position);
  if (Array.isArray(buffers) && buffers.length === 0) {
    process.nextTick(callback, null, 0, buffers);
    return;
  }
  ops.writev(callback, fd, buffers, position);
}

function readvSync(fd, buffers, position) {
  return ops.readv(undefined, fd, buffers, position);
}

function writevSync(fd, buffers, position) {
  toFd(fd);
  if (Array.isArray(buffers) && buffers.length === 0) return 0;
  return ops.writev(undefined, fd, buffers, position);
}

module.exports = { read, readSync, readv, readvSync, write, writeSync, writev, writevSync };
