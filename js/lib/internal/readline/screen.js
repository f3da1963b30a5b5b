// SPDX-License-Identifier: MIT
// Moving the cursor of a terminal, and how wide a text is on it.
'use strict';
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const ESC = '\x1b[';

// Writes to a stream that may be missing; the callback comes in any case.
function send(stream, text, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (stream === null || stream === undefined || text === undefined) {
    if (typeof callback === 'function') process.nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}

function cursorTo(stream, x, y, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (typeof y === 'function') {
    callback = y;
    y = undefined;
  }
  if (Number.isNaN(x)) throw new codes.ERR_INVALID_ARG_VALUE('x', x);
  if (Number.isNaN(y)) throw new codes.ERR_INVALID_ARG_VALUE('y', y);
  if (stream == null || (typeof x !== 'number' && typeof y !== 'number')) {
    return send(null, undefined, callback);
  }
  if (typeof x !== 'number') throw new codes.ERR_INVALID_CURSOR_POS();
  return send(stream, typeof y === 'number' ? `${ESC}${y + 1};${x + 1}H` : `${ESC}${x + 1}G`,
    callback);
}

function moveText(dx, dy) {
  let text = '';
  if (dx < 0) text += `${ESC}${-dx}D`;
  else if (dx > 0) text += `${ESC}${dx}C`;
  if (dy < 0) text += `${ESC}${-dy}A`;
  else if (dy > 0) text += `${ESC}${dy}B`;
  return text;
}

function moveCursor(stream, dx, dy, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  return send(stream, stream == null || !(dx || dy) ? undefined : moveText(dx, dy), callback);
}

function lineText(direction) {
  if (direction < 0) return `${ESC}1K`;
  return direction > 0 ? `${ESC}0K` : `${ESC}2K`;
}

function clearLine(stream, direction, callback) {
  return send(stream, lineText(direction), callback);
}

function clearScreenDown(stream, callback) {
  return send(stream, `${ESC}0J`, callback);
}

const controls = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07]*(?:\x07|\x1b\\)|[\x00-\x1f\x7f-\x9f]/g;
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}/u;
const wide = new RegExp('[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff' +
  '\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}' +
  '\u{20000}-\u{3fffd}]', 'u');

// How many columns a text takes.
function widthOf(text) {
  // Most texts are plain.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const letter of text.replace(controls, '').normalize('NFC')) {
    if (zeroWidth.test(letter)) continue;
    width += wide.test(letter) ? 2 : 1;
  }
  return width;
}

exports.cursorTo = cursorTo;
exports.moveCursor = moveCursor;
exports.moveText = moveText;
exports.lineText = lineText;
exports.clearLine = clearLine;
exports.clearScreenDown = clearScreenDown;
exports.widthOf = widthOf;
