// SPDX-License-Identifier: MIT
// Checks of options of zlib.
'use strict';
const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { isAnyBuffer } = require('internal/zlib/bytes');
const { constants } = require('internal/zlib/constants');

// Whether it was given; what is not a number counts as not given.
function given(value, name) {
  if (value === undefined || Number.isNaN(value)) return false;
  if (Number.isFinite(value)) return true;
  validateNumber(value, name);
  throw new codes.ERR_OUT_OF_RANGE(name, 'a finite number', value);
}

function inRange(value, name, low, high, standard) {
  if (!given(value, name)) return standard;
  if (value < low || value > high) {
    throw new codes.ERR_OUT_OF_RANGE(name, `>= ${low} and <= ${high}`, value);
  }
  return value;
}

function chunkSizeOf(options) {
  const { chunkSize } = options;
  if (!given(chunkSize, 'options.chunkSize')) return constants.Z_DEFAULT_CHUNK;
  if (chunkSize < constants.Z_MIN_CHUNK) {
    throw new codes.ERR_OUT_OF_RANGE('options.chunkSize', `>= ${constants.Z_MIN_CHUNK}`, chunkSize);
  }
  return chunkSize;
}

function dictionaryOf(dictionary) {
  if (dictionary === undefined || ArrayBuffer.isView(dictionary)) return dictionary;
  if (isAnyBuffer(dictionary)) return new Uint8Array(dictionary);
  throw new codes.ERR_INVALID_ARG_TYPE('options.dictionary',
    ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

const { INFLATE, GUNZIP, UNZIP, GZIP } = constants;

// The numbers of a coder of zlib: windowBits, level, memLevel, strategy.
function zlibNumbers(options, mode) {
  const { windowBits } = options;
  let bits = constants.Z_DEFAULT_WINDOWBITS;
  if (!windowBits && (mode === INFLATE || mode === GUNZIP || mode === UNZIP)) {
    bits = 0; // as the data says
  } else {
    const low = constants.Z_MIN_WINDOWBITS + (mode === GZIP ? 1 : 0);
    bits = inRange(windowBits, 'options.windowBits', low, constants.Z_MAX_WINDOWBITS, bits);
  }
  return [
    bits,
    inRange(options.level, 'options.level', constants.Z_MIN_LEVEL, constants.Z_MAX_LEVEL,
      constants.Z_DEFAULT_COMPRESSION),
    inRange(options.memLevel, 'options.memLevel', constants.Z_MIN_MEMLEVEL,
      constants.Z_MAX_MEMLEVEL, constants.Z_DEFAULT_MEMLEVEL),
    inRange(options.strategy, 'options.strategy', constants.Z_DEFAULT_STRATEGY,
      constants.Z_FIXED, constants.Z_DEFAULT_STRATEGY),
    dictionaryOf(options.dictionary),
  ];
}

const lastParam = constants.BROTLI_PARAM_SIZE_HINT + 4; // of encoder and decoder

// The parameters of brotli by their number; 2 ** 32 - 1 means the default.
function brotliParams(options) {
  const params = new Uint32Array(16).fill(-1);
  for (const name of Object.keys(options?.params ?? {})) {
    const key = +name;
    if (Number.isNaN(key) || key < 0 || key > lastParam || params[key] !== 2 ** 32 - 1) {
      throw new codes.ERR_BROTLI_INVALID_PARAM(name);
    }
    const value = options.params[name];
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      throw new codes.ERR_INVALID_ARG_TYPE('options.params[key]', 'number', value);
    }
    params[key] = value;
  }
  return params;
}

module.exports = { brotliParams, chunkSizeOf, inRange, zlibNumbers };
