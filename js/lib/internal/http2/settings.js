// SPDX-License-Identifier: MIT
// Settings of http2: what may be in them, and their forms as bytes and as numbers.
'use strict';
const { process } = require('internal/process');
const { codes } = require('internal/errors');

// By number: name, least, most; those without bounds are booleans.
const known = new Map([
  [1, ['headerTableSize', 0, 2 ** 32 - 1]],
  [2, ['enablePush']],
  [3, ['maxConcurrentStreams', 0, 2 ** 32 - 1]],
  [4, ['initialWindowSize', 0, 2 ** 32 - 1]],
  [5, ['maxFrameSize', 16384, 2 ** 24 - 1]],
  [6, ['maxHeaderListSize', 0, 2 ** 32 - 1]],
  [8, ['enableConnectProtocol']],
]);
const CUSTOM_MOST = 10;

function isObject(value, name, types) {
  if (value !== undefined && (value === null || typeof value !== 'object' ||
      Array.isArray(value))) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, types || 'Object', value);
  }
}

const outOfRange = (name, value, least, most) => Object.assign(
  new codes.ERR_HTTP2_INVALID_SETTING_VALUE.RangeError(name, value), {
    actual: value, min: least, max: most,
  });

function checkNumber(name, value, least, most) {
  if (value !== undefined && !(typeof value === 'number' && value >= least && value <= most)) {
    throw outOfRange(name, value, least, most);
  }
}

function checkCustom(settings) {
  const custom = settings.customSettings;
  if (custom === undefined) return;
  const entries = Object.entries(custom);
  if (entries.length > CUSTOM_MOST) throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  for (const [id, value] of entries) {
    checkNumber('customSettings:id', Number(id), 0, 0xffff);
    checkNumber('customSettings:value', Number(value), 0, 2 ** 32 - 1);
  }
}

// Numbers of the other side's settings that are kept.
function validateRemote(ids) {
  if (ids === undefined) return;
  if (!Array.isArray(ids)) {
    throw new codes.ERR_INVALID_ARG_TYPE('remoteCustomSettings', 'Array', ids);
  }
  if (ids.length > CUSTOM_MOST) throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  for (const id of ids) {
    checkNumber('remoteCustomSettings', typeof id === 'number' ? id : NaN, 0, 0xffff);
  }
}

function validate(settings) {
  if (settings === undefined) return settings;
  checkCustom(settings);
  checkNumber('headerTableSize', settings.headerTableSize, 0, 2 ** 32 - 1);
  checkNumber('initialWindowSize', settings.initialWindowSize, 0, 2 ** 32 - 1);
  checkNumber('maxFrameSize', settings.maxFrameSize, 16384, 2 ** 24 - 1);
  checkNumber('maxConcurrentStreams', settings.maxConcurrentStreams, 0, 2 ** 32 - 1);
  checkNumber('maxHeaderSize', settings.maxHeaderSize, 0, 2 ** 32 - 1);
  checkNumber('maxHeaderListSize', settings.maxHeaderListSize, 0, 2 ** 32 - 1);
  for (const name of ['enablePush', 'enableConnectProtocol']) {
    const value = settings[name];
    if (value !== undefined && typeof value !== 'boolean') {
      const error = new codes.ERR_HTTP2_INVALID_SETTING_VALUE(name, value);
      error.actual = value;
      throw error;
    }
  }
  return settings;
}

function valueOf(settings, id) {
  const [name] = known.get(id);
  let value = settings[name];
  if (id === 6) {
    if (settings.maxHeaderSize !== undefined) {
      if (value !== undefined && value !== settings.maxHeaderSize) {
        process.emitWarning('settings.maxHeaderSize overwrite settings.maxHeaderListSize');
      }
      value = settings.maxHeaderSize;
    }
  }
  return value === undefined ? undefined : Number(value);
}

// Numbers and values in turn.
function listOf(settings) {
  const list = [];
  for (const id of known.keys()) {
    const value = valueOf(settings, id);
    if (value !== undefined) list.push(id, value);
  }
  for (const [id, value] of Object.entries(settings.customSettings ?? {})) {
    if (!known.has(Number(id))) list.push(Number(id), Number(value));
  }
  return list;
}

function defaults() {
  return {
    __proto__: null,
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 65535,
    maxFrameSize: 16384,
    maxConcurrentStreams: 4294967295,
    maxHeaderSize: 65535,
    maxHeaderListSize: 65535,
    enableConnectProtocol: false,
  };
}

// Of figures by number.
function fromFigures(figures, custom) {
  const settings = {
    headerTableSize: figures[1],
    enablePush: figures[2] !== 0,
    initialWindowSize: figures[4],
    maxFrameSize: figures[5],
    maxConcurrentStreams: figures[3],
    maxHeaderListSize: figures[6],
    maxHeaderSize: figures[6],
    enableConnectProtocol: figures[8] !== 0,
  };
  if (custom !== undefined) settings.customSettings = custom;
  return settings;
}

function pack(settings) {
  isObject(settings, 'settings');
  validate(settings);
  const list = listOf(settings ?? {});
  const bytes = Buffer.alloc(list.length * 3);
  for (let i = 0, at = 0; i < list.length; i += 2) {
    at = bytes.writeUInt16BE(list[i], at);
    at = bytes.writeUInt32BE(list[i + 1], at);
  }
  return bytes;
}

function unpack(bytes, options = {}) {
  if (!ArrayBuffer.isView(bytes) || bytes.length === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray'], bytes);
  }
  if (bytes.length % 6 !== 0) throw new codes.ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const view = new DataView(new Uint8Array(bytes).buffer);
  const settings = {};
  for (let at = 0; at < bytes.length; at += 6) {
    const id = view.getUint16(at);
    const value = view.getUint32(at + 2);
    const [name, least] = known.get(id) ?? [];
    if (name === undefined) {
      if (settings.customSettings === undefined) settings.customSettings = {};
      settings.customSettings[id] = value;
    } else {
      settings[name] = least === undefined ? value !== 0 : value;
      if (id === 6) settings.maxHeaderSize = value;
    }
  }
  if (options != null && options.validate) validate(settings);
  return settings;
}

exports.defaults = defaults;
exports.fromFigures = fromFigures;
exports.isObject = isObject;
exports.listOf = listOf;
exports.pack = pack;
exports.unpack = unpack;
exports.validate = validate;
exports.validateRemote = validateRemote;
