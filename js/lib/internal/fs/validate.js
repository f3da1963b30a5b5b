// SPDX-License-Identifier: MIT
// What the functions of fs accept: paths, descriptors, flags, options. Each throws Node's errors,
// and returns what the binding takes.
'use strict';
const { codes } = require('internal/errors');
const {
  validateAbortSignal, validateBoolean, validateInt32, validateInteger, validateObject,
  validateUint32, parseFileMode, validateFunction,
} = require('internal/validators');
const constants = require('internal/fs/constants');

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

const MAX_TRANSFER = 2 ** 31 - 1;

function isView(value) {
  return ArrayBuffer.isView(value);
}

function isURL(value) {
  return Boolean(value?.href && value.protocol && value.auth === undefined &&
    value.path === undefined);
}

// A path as the binding takes it: a string or bytes without NUL.
function toPath(path, name = 'path') {
  if (typeof path === 'string') {
    if (path.indexOf('\u0000') === -1) return path;
    throw new codes.ERR_INVALID_ARG_VALUE(name, path,
      'must be a string, Uint8Array, or URL without null bytes');
  }
  if (isURL(path)) {
    return toPath(require('url').fileURLToPath(path), name);
  }
  if (!(path instanceof Uint8Array)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  }
  if (path.includes(0)) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, path,
      'must be a string, Uint8Array, or URL without null bytes');
  }
  return path;
}

function toFd(fd, name = 'fd') {
  if (Object.is(fd, -0)) return 0;
  validateInt32(fd, name, 0);
  return fd;
}

let wrap = null; // the tracer's

function toCallback(callback) {
  validateFunction(callback, 'cb');
  return wrap === null ? callback : wrap(callback);
}

function trace(hook) {
  wrap = hook;
}

const flagNames = {
  '__proto__': null,
  'r': O_RDONLY,
  'rs': O_RDONLY | O_SYNC,
  'sr': O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  'w': O_TRUNC | O_CREAT | O_WRONLY,
  'wx': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'xw': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'xw+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'a': O_APPEND | O_CREAT | O_WRONLY,
  'ax': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'xa': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'as': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'sa': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'xa+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
  'sa+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
};

function toFlags(flags, name = 'flags') {
  if (typeof flags === 'number') {
    validateInt32(flags, name);
    return flags;
  }
  if (flags == null) return O_RDONLY;
  const found = flagNames[flags];
  if (found === undefined) throw new codes.ERR_INVALID_ARG_VALUE(name, flags);
  return found;
}

// A mode of access or copying has its own errors: Node makes them in C++.
function toSmallMode(mode) {
  if (mode == null) return 0;
  const refuse = (Kind, code, text) => {
    throw Object.assign(new Kind(`mode ${text}`), { code });
  };
  if (typeof mode !== 'number') {
    refuse(TypeError, 'ERR_INVALID_ARG_TYPE', 'must be int32 or null/undefined');
  }
  if (Number.isNaN(mode)) refuse(RangeError, 'ERR_OUT_OF_RANGE', 'is out of range');
  if (mode < 0 || mode > 7) {
    refuse(RangeError, 'ERR_OUT_OF_RANGE', 'is out of range: >= 0 && <= 7');
  }
  return Math.trunc(mode);
}

function checkEncoding(encoding) {
  if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) {
    throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

// Options that may be given as the name of an encoding.
function toOptions(options, standard) {
  if (options == null || typeof options === 'function') return standard;
  if (typeof options === 'string') {
    standard = { ...standard };
    standard.encoding = options;
    options = standard;
  } else if (typeof options !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
  if (options.encoding !== 'utf8' && options.encoding !== 'buffer') {
    checkEncoding(options.encoding);
  }
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  return options;
}

// The encoding of names: undefined is UTF-8, 'buffer' is bytes.
const noOptions = Object.freeze({});
function toNameEncoding(options) {
  const { encoding } = toOptions(options, noOptions);
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return undefined;
  return encoding;
}

function checkBuffer(buffer, name = 'buffer') {
  if (!isView(buffer)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], buffer);
  }
}

function checkBuffers(buffers) {
  if (!Array.isArray(buffers)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  }
  for (let i = 0; i < buffers.length; i++) {
    if (!isView(buffers[i])) {
      throw new codes.ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
    }
  }
  return buffers;
}

function checkPosition(position, name, length) {
  if (typeof position === 'number') {
    validateInteger(position, name, -1);
  } else if (typeof position === 'bigint') {
    const most = 2n ** 63n - 1n - BigInt(length);
    if (!(position >= -1n && position <= most)) {
      throw new codes.ERR_OUT_OF_RANGE(name, `>= -1 && <= ${most}`, position);
    }
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['integer', 'bigint'], position);
  }
}

function checkReadRange(offset, length, size) {
  if (offset < 0) throw new codes.ERR_OUT_OF_RANGE('offset', '>= 0', offset);
  if (length < 0) throw new codes.ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (offset + length > size) {
    throw new codes.ERR_OUT_OF_RANGE('length', `<= ${size - offset}`, length);
  }
}

function checkWriteRange(offset, length, size) {
  if (offset > size) throw new codes.ERR_OUT_OF_RANGE('offset', `<= ${size}`, offset);
  if (length > size - offset) {
    throw new codes.ERR_OUT_OF_RANGE('length', `<= ${size - offset}`, length);
  }
  if (length < 0) throw new codes.ERR_OUT_OF_RANGE('length', '>= 0', length);
  validateInt32(length, 'length', 0);
}

// What can be written besides bytes: strings, and nothing else since objects are mistakes.
function checkText(value, name) {
  if (typeof value !== 'string') {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'],
      value);
  }
}

// Seconds since 1970, from a number, numeric string or Date.
function toSeconds(time, name = 'time') {
  // eslint-disable-next-line eqeqeq
  if (typeof time === 'string' && +time == time) return +time;
  if (Number.isFinite(time)) {
    return time < 0 ? Date.now() / 1000 : time; // calendar: a date is asked for
  }
  if (Object.prototype.toString.call(time) === '[object Date]') return time.getTime() / 1000;
  throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'], time);
}

function toId(id, name) {
  validateInteger(id, name, -1, 2 ** 32 - 1);
  return id;
}

function toLength(length) {
  validateInteger(length, 'len');
  return Math.max(0, length);
}

const rmStandard = { recursive: false, force: false, retryDelay: 100, maxRetries: 0 };

function toRmdirOptions(options, standard = { retryDelay: 100, maxRetries: 0, recursive: false }) {
  if (options === undefined) return standard;
  validateObject(options, 'options');
  options = { ...standard, ...options };
  validateBoolean(options.recursive, 'options.recursive');
  validateInt32(options.retryDelay, 'options.retryDelay', 0);
  validateUint32(options.maxRetries, 'options.maxRetries');
  return options;
}

function toRmOptions(options) {
  options = toRmdirOptions(options, rmStandard);
  validateBoolean(options.force, 'options.force');
  return options;
}

module.exports = {
  MAX_TRANSFER,
  checkBuffer,
  checkBuffers,
  checkEncoding,
  checkPosition,
  checkReadRange,
  checkText,
  checkWriteRange,
  isURL,
  isView,
  parseFileMode,
  toCallback,
  trace,
  toFd,
  toFlags,
  toId,
  toLength,
  toNameEncoding,
  toOptions,
  toPath,
  toRmOptions,
  toRmdirOptions,
  toSeconds,
  toSmallMode,
};
