// SPDX-License-Identifier: MIT
// The module tty: terminals as streams.
'use strict';
const native = binding('tty');
const { StreamHandle, kNative } = require('internal/stream_base');
const { HandleStream } = require('internal/handle_stream');
const { codes, errnoException, errorMap } = require('internal/errors');
const colors = require('internal/tty_colors');

class TTY extends StreamHandle {
  constructor(fd) { super(native.newTty(fd)); }
  setRawMode(on) { return native.setMode(this[kNative], on); }
}

function isatty(fd) {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && native.isatty(fd);
}

function makeHandle(fd) {
  // eslint-disable-next-line no-bitwise
  if (fd >> 0 !== fd || fd < 0) throw new codes.ERR_INVALID_FD(fd);
  const made = native.isatty(fd) ? undefined : -22;
  if (made !== undefined) {
    const [code, message] = errorMap().get(made);
    throw new codes.ERR_TTY_INIT_FAILED({ errno: made, code, message, syscall: 'uv_tty_init' });
  }
  return new TTY(fd);
}

// Functions, since programs call them without new.
function ReadStream(fd, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(fd, options);
  const stream = Reflect.construct(HandleStream,
    [makeHandle(fd), { highWaterMark: 0, ...options, writable: false }], new.target);
  stream.isRaw = false;
  stream.isTTY = true;
  return stream;
}
ReadStream.prototype = Object.create(HandleStream.prototype, {
  constructor: { value: ReadStream, writable: true, configurable: true },
});
Object.setPrototypeOf(ReadStream, HandleStream);

ReadStream.prototype.setRawMode = function setRawMode(flag) {
  flag = Boolean(flag);
  const status = this._handle ? this._handle.setRawMode(flag) : 0;
  if (status !== 0) {
    this.emit('error', errnoException(status, 'setRawMode'));
    return this;
  }
  this.isRaw = flag;
  return this;
};

function WriteStream(fd) {
  if (!(this instanceof WriteStream)) return new WriteStream(fd);
  const handle = makeHandle(fd);
  const stream = Reflect.construct(HandleStream, [handle, { readable: false }], new.target);
  handle.setBlocking(true); // nothing is lost at the end of the process
  const size = native.windowSize(fd);
  if (Array.isArray(size)) [stream.columns, stream.rows] = size;
  return stream;
}
WriteStream.prototype = Object.create(HandleStream.prototype, {
  constructor: { value: WriteStream, writable: true, configurable: true },
  isTTY: { value: true, writable: true, enumerable: true, configurable: true },
});
Object.setPrototypeOf(WriteStream, HandleStream);

WriteStream.prototype.getColorDepth = colors.getColorDepth;
WriteStream.prototype.hasColors = colors.hasColors;

WriteStream.prototype._refreshSize = function _refreshSize() {
  const { columns, rows } = this;
  const size = native.windowSize(this.fd);
  if (!Array.isArray(size)) {
    this.emit('error', errnoException(size, 'getWindowSize'));
    return;
  }
  [this.columns, this.rows] = size;
  if (columns !== this.columns || rows !== this.rows) this.emit('resize');
};

WriteStream.prototype.getWindowSize = function getWindowSize() {
  return [this.columns, this.rows];
};
for (const name of ['clearLine', 'clearScreenDown', 'cursorTo', 'moveCursor']) {
  WriteStream.prototype[name] = function(...args) {
    return require('readline')[name](this, ...args);
  };
}

module.exports = { isatty, ReadStream, WriteStream };
