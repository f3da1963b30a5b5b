// SPDX-License-Identifier: MIT
// A Duplex over a handle of internal/stream_base.js: for terminals and standard input.
'use strict';
const { Duplex } = require('stream');
const { errnoException } = require('internal/errors');

const { EOF } = def('ERRNO');

class HandleStream extends Duplex {
  constructor(handle, options) {
    super({ allowHalfOpen: false, decodeStrings: false, emitClose: true, autoDestroy: true,
      ...options });
    this._handle = handle;
    this.connecting = false;
    handle.owner = this;
    handle.onread = (nread, data) => this.#onRead(nread, data);
  }

  get bytesRead() { return this._handle?.bytesRead ?? 0; }
  get bytesWritten() { return this._handle?.bytesWritten ?? 0; }
  get fd() { return this._handle?.fd ?? -1; }
  get pending() { return !this._handle; }

  #onRead(nread, data) {
    if (this.timeout) this._unrefTimer();
    if (nread > 0) {
      if (!this.push(data)) this.#stop();
    } else if (nread === EOF) {
      this.#stop();
      this.push(null);
      this.read(0);
    } else if (nread < 0) {
      this.destroy(errnoException(nread, 'read'));
    }
  }

  #stop() {
    if (this._handle?.reading) {
      this._handle.reading = false;
      this._handle.readStop();
    }
  }

  _read() {
    if (!this._handle || this._handle.reading) return;
    this._handle.reading = true;
    const status = this._handle.readStart();
    if (status !== 0) this.destroy(errnoException(status, 'read'));
  }

  // While nobody wants data, none is read: it may be for another process.
  pause() {
    super.pause();
    if (this._handle?.reading) this._readableState.reading = false; // or none is begun again
    this.#stop();
    return this;
  }

  _write(chunk, encoding, callback) {
    if (this.timeout) this._unrefTimer();
    const data = typeof chunk === 'string' && encoding !== 'utf8' ?
      Buffer.from(chunk, encoding) : chunk;
    const req = {
      oncomplete: (status) => callback(status < 0 ? errnoException(status, 'write') : null),
    };
    const status = this._handle.write(req, data);
    if (status < 0) callback(errnoException(status, 'write'));
    else if (status === 0) callback();
  }

  _destroy(error, callback) {
    const handle = this._handle;
    if (!handle) {
      callback(error);
      return;
    }
    this._handle = null;
    if (this.timeout) this._onTimeout = () => {};
    handle.onread = () => {};
    if (!handle.close(() => callback(error))) callback(error); // somebody has closed it
  }

  // What sockets have and terminals and pipes have no use for: the same as in Node.
  address() { return {}; } // eslint-disable-line class-methods-use-this
  setNoDelay() { return this; }
  setKeepAlive() { return this; }

  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', this.destroy);
  }

  ref() {
    this._handle?.ref();
    return this;
  }

  unref() {
    this._handle?.unref();
    return this;
  }
}

// Methods of sockets: net is loaded only when one is called.
for (const name of ['connect', 'resetAndDestroy', 'setTimeout', '_onTimeout', '_unrefTimer']) {
  const borrowed = {
    [name](...args) {
      return Reflect.apply(require('net').Socket.prototype[name], this, args);
    },
  };
  HandleStream.prototype[name] = borrowed[name];
}

module.exports = { HandleStream };
