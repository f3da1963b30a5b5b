// SPDX-License-Identifier: MIT
// Checks of arguments, each of which throws Node's error.
'use strict';
const { codes } = require('internal/errors');

function validateString(value, name) {
  if (typeof value !== 'string') throw new codes.ERR_INVALID_ARG_TYPE(name, 'string', value);
}

function validateFunction(value, name) {
  if (typeof value !== 'function') throw new codes.ERR_INVALID_ARG_TYPE(name, 'Function', value);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw new codes.ERR_INVALID_ARG_TYPE(name, 'boolean', value);
}

function validateNumber(value, name, min = undefined, max = undefined) {
  if (typeof value !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
  const tooSmall = min != null && value < min;
  const tooLarge = max != null && value > max;
  if (tooSmall || tooLarge || ((min != null || max != null) && Number.isNaN(value))) {
    const low = min != null ? `>= ${min}` : '';
    const high = max != null ? `<= ${max}` : '';
    throw new codes.ERR_OUT_OF_RANGE(name, `${low}${low && high ? ' && ' : ''}${high}`, value);
  }
}

function validateWhole(value, name, min, max, kind, range) {
  if (typeof value !== 'number') throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (!Number.isInteger(value)) throw new codes.ERR_OUT_OF_RANGE(name, kind, value);
  if (value < min || value > max) throw new codes.ERR_OUT_OF_RANGE(name, range, value);
}

function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER) {
  validateWhole(value, name, min, max, 'an integer', `>= ${min} && <= ${max}`);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  validateWhole(value, name, min, max, 'an integer', `>= ${min} && <= ${max}`);
}

function validateUint32(value, name, positive = false) {
  const min = positive ? 1 : 0;
  validateWhole(value, name, min, 4294967295, 'an integer', `>= ${min} && <= 4294967295`);
}

// { nullable, allowArray, allowFunction }
function validateObject(value, name, allow = undefined) {
  if ((!allow?.nullable && value === null) || (!allow?.allowArray && Array.isArray(value)) ||
      (typeof value !== 'object' && !(allow?.allowFunction && typeof value === 'function'))) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'Object', value);
  }
}

function validateArray(value, name, minLength = 0) {
  if (!Array.isArray(value)) throw new codes.ERR_INVALID_ARG_TYPE(name, 'Array', value);
  if (value.length < minLength) {
    throw new codes.ERR_INVALID_ARG_VALUE(name, value, `must be longer than ${minLength}`);
  }
}

function validateEach(check) {
  return (value, name) => {
    validateArray(value, name);
    value.forEach((one, i) => check(one, `${name}[${i}]`));
  };
}

const validateStringArray = validateEach(validateString);
const validateBooleanArray = validateEach(validateBoolean);

function validateOneOf(value, name, choices) {
  if (choices.includes(value)) return;
  const shown = choices.map((one) => (typeof one === 'string' ? `'${one}'` : String(one)));
  throw new codes.ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${shown.join(', ')}`);
}

function validateUnion(value, name, union) {
  if (!union.includes(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, `('${union.join('|')}')`, value);
  }
}

function validateUndefined(value, name) {
  if (value !== undefined) throw new codes.ERR_INVALID_ARG_TYPE(name, 'undefined', value);
}

function validateAbortSignal(signal, name) {
  if (signal !== undefined &&
      (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, 'AbortSignal', signal);
  }
}

function validateBuffer(value, name = 'buffer') {
  if (!ArrayBuffer.isView(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], value);
  }
}

function validateEncoding(data, encoding) {
  const normal = String(encoding).toLowerCase();
  if (normal === 'hex' && data.length % 2 !== 0) {
    throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding,
      `is invalid for data of length ${data.length}`);
  }
}

function validatePort(port, name = 'Port', allowZero = true) {
  if ((typeof port !== 'number' && typeof port !== 'string') ||
      (typeof port === 'string' && port.trim().length === 0) ||
      +port !== (+port >>> 0) || port > 0xffff || (port === 0 && !allowZero)) {
    throw new codes.ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return port | 0;
}

function validateSignalName(signal, name = 'signal') {
  validateString(signal, name);
  const { signals } = require('os').constants;
  if (signals[signal] === undefined) {
    if (signals[signal.toUpperCase()] !== undefined) {
      throw new codes.ERR_UNKNOWN_SIGNAL(
        `${signal} (signals must use all capital letters)`);
    }
    throw new codes.ERR_UNKNOWN_SIGNAL(signal);
  }
}

// A mode of a file, given as a number or in octal digits.
function parseFileMode(value, name, standard) {
  value ??= standard;
  if (typeof value === 'string') {
    if (!/^[0-7]+$/.test(value)) {
      throw new codes.ERR_INVALID_ARG_VALUE(name, value,
        'must be a 32-bit unsigned integer or an octal string');
    }
    value = parseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

module.exports = {
  parseFileMode,
  validateAbortSignal,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateEncoding,
  validateFunction,
  validateInt32,
  validateInteger,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePort,
  validateSignalName,
  validateString,
  validateStringArray,
  validateUint32,
  validateUndefined,
  validateUnion,
};
