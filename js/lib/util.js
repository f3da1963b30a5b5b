// SPDX-License-Identifier: MIT
// The module util. What few programs need is loaded on first use.
'use strict';
const errors = require('internal/errors');
const { codes } = errors;
const { validateNumber, validateString } = require('internal/validators');
const { inspect, stripControl } = require('internal/inspect');
const { format, formatWithOptions } = require('internal/format');
const { types } = require('internal/util/types');
const { debuglog } = require('internal/util/debuglog');
const { deprecate } = require('internal/util/deprecate');
const { promisify, callbackify } = require('internal/util/promisify');
const { styleText } = require('internal/util/style_text');

function inherits(ctor, superCtor) {
  if (ctor === undefined || ctor === null) {
    throw new codes.ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  }
  if (superCtor === undefined || superCtor === null) {
    throw new codes.ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  }
  if (superCtor.prototype === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  }
  Object.defineProperty(ctor, 'super_', { value: superCtor, writable: true, configurable: true });
  Object.setPrototypeOf(ctor.prototype, superCtor.prototype);
}

function _extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  for (const key of Object.keys(source)) target[key] = source[key];
  return target;
}

function getSystemErrorName(number) {
  validateNumber(number, 'err');
  if (number >= 0 || !Number.isSafeInteger(number)) {
    throw new codes.ERR_OUT_OF_RANGE('err', 'a negative integer', number);
  }
  return errors.nameOf(number);
}

function getSystemErrorMap() {
  return new Map(errors.errorMap());
}

function isDeepStrictEqual(left, right) {
  return require('internal/comparisons').isDeepStrictEqual(left, right);
}

function stripVTControlCharacters(text) {
  validateString(text, 'str');
  return stripControl(text);
}

function toUSVString(text) {
  return String(text).toWellFormed();
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function log(...args) {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((part) => `${part}`.padStart(2, '0')).join(':');
  console.log('%s - %s', `${now.getDate()} ${months[now.getMonth()]} ${time}`, format(...args));
}

function transferableAbortSignal(signal) {
  return require('internal/abort_controller').transferableAbortSignal(signal);
}

function transferableAbortController() {
  return require('internal/abort_controller').transferableAbortController();
}

async function aborted(signal, resource) {
  if (signal === undefined || signal === null || typeof signal !== 'object' ||
      !('aborted' in signal)) {
    throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  }
  if (resource === null || typeof resource !== 'object') {
    throw new codes.ERR_INVALID_ARG_TYPE('resource', 'Object', resource);
  }
  if (signal.aborted) return undefined;
  // The listener goes with the resource: nobody waits for it then.
  return new Promise((resolve) => {
    signal.addEventListener('abort', holdWeakly(resolve, resource), { once: true });
  });
}

const resolvers = new WeakMap();

function holdWeakly(resolve, resource) {
  const list = resolvers.get(resource) ?? [];
  list.push(resolve);
  resolvers.set(resource, list);
  const resolveReference = new WeakRef(resolve);
  return (event) => resolveReference.deref()?.(event);
}

function parseEnv(content) {
  validateString(content, 'content');
  return require('internal/process/dotenv').parse(content);
}

module.exports = {
  _errnoException: errors.errnoException,
  _exceptionWithHostPort: errors.exceptionWithHostPort,
  _extend,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  styleText,
  formatWithOptions,
  getSystemErrorMap,
  getSystemErrorName,
  inherits,
  inspect,
  isArray: Array.isArray,
  isBoolean(value) { return typeof value === 'boolean'; },
  isBuffer(value) { return require('buffer').Buffer.isBuffer(value); },
  isDeepStrictEqual,
  isNull(value) { return value === null; },
  isNullOrUndefined(value) { return value === null || value === undefined; },
  isNumber(value) { return typeof value === 'number'; },
  isString(value) { return typeof value === 'string'; },
  isSymbol(value) { return typeof value === 'symbol'; },
  isUndefined(value) { return value === undefined; },
  isRegExp: types.isRegExp,
  isObject(value) { return value !== null && typeof value === 'object'; },
  isDate: types.isDate,
  isError(value) { return types.isNativeError(value) || value instanceof Error; },
  isFunction(value) { return typeof value === 'function'; },
  isPrimitive(value) {
    return value === null || (typeof value !== 'object' && typeof value !== 'function');
  },
  log,
  promisify,
  stripVTControlCharacters,
  toUSVString,
  transferableAbortSignal,
  transferableAbortController,
  aborted,
  types,
  parseEnv,
};

// [name, the file that contains it]
for (const [name, file] of [
  ['parseArgs', 'internal/util/parse_args'],
  ['TextDecoder', 'internal/encoding'],
  ['TextEncoder', 'internal/encoding'],
  ['MIMEType', 'internal/util/mime'],
  ['MIMEParams', 'internal/util/mime'],
]) {
  const define = (value) => Object.defineProperty(module.exports, name, {
    value, writable: true, enumerable: true, configurable: true,
  });
  Object.defineProperty(module.exports, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = require(file)[name];
      define(value);
      return value;
    },
    set: define,
  });
}
