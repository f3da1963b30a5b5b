// SPDX-License-Identifier: MIT
// util.styleText, and whether a stream shows colours.
'use strict';
const { codes } = require('internal/errors');
const { validateBoolean, validateString } = require('internal/validators');
const { colors } = require('internal/inspect/text');

function showsColors(stream) {
  if (process.env.FORCE_COLOR !== undefined) {
    const depth = require('tty').WriteStream?.prototype.getColorDepth?.call({});
    return depth === undefined ? process.env.FORCE_COLOR !== '0' : depth > 2;
  }
  return Boolean(stream?.isTTY &&
    (typeof stream.getColorDepth !== 'function' || stream.getColorDepth() > 2));
}

function isStream(value) {
  return value !== null && typeof value === 'object' && (typeof value.pipe === 'function' ||
    typeof value.getReader === 'function' || typeof value.getWriter === 'function' ||
    typeof value.write === 'function');
}

function codesOf(format) {
  const pair = typeof format === 'string' ? colors[format] : undefined;
  if (pair === undefined) {
    require('internal/validators').validateOneOf(format, 'format', Object.keys(colors));
  }
  return pair;
}

function styleText(format, text, { validateStream = true, stream = process.stdout } = {}) {
  validateString(text, 'text');
  validateBoolean(validateStream, 'options.validateStream');
  let skip = false;
  if (validateStream) {
    if (!isStream(stream)) {
      throw new codes.ERR_INVALID_ARG_TYPE('stream',
        ['ReadableStream', 'WritableStream', 'Stream'], stream);
    }
    skip = !showsColors(stream);
  }
  if (Array.isArray(format)) {
    let before = '';
    let after = '';
    for (const one of format) {
      const [on, off] = codesOf(one);
      before += `\u001b[${on}m`;
      after = `\u001b[${off}m${after}`;
    }
    return `${before}${text}${after}`;
  }
  const [on, off] = codesOf(format);
  return skip ? text : `\u001b[${on}m${text}\u001b[${off}m`;
}

module.exports = { styleText, showsColors };
