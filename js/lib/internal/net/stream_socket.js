// SPDX-License-Identifier: MIT
// Any Duplex as a net.Socket: a handle (internal/stream_base.js) that reads and writes the stream.
'use strict';
const { codes } = require('internal/errors');
const { Socket } = require('internal/net/socket');

const { EOF, EPIPE } = def('ERRNO');

class StreamHandle {
  constructor(stream) {
    this.stream = stream;
    this.owner = undefined;
    this.onread = undefined;
    this.listens = false;
  }

  #listen() {
    const { stream } = this;
    this.listens = true;
    const onData = (chunk) => {
      if (ArrayBuffer.isView(chunk)) {
        this.onread(chunk.length, chunk);
        return;
      }
      stream.pause();
      stream.removeListener('data', onData);
      this.owner.emit('error', new codes.ERR_STREAM_WRAP());
    };
    stream.on('data', onData);
    stream.once('end', () => this.onread(EOF));
  }

  readStart() {
    if (!this.listens) this.#listen();
    this.stream.resume();
    return 0;
  }

  readStop() {
    this.stream.pause();
    return 0;
  }

  tryWrite() { return 0; }

  write(req, data) {
    this.stream.write(data, (error) => req.oncomplete(error ? EPIPE : 0));
    return 1;
  }

  writev(req, list) {
    const { stream } = this;
    let left = list.length;
    let status = 0;
    stream.cork();
    for (const data of list) {
      stream.write(data, (error) => {
        if (error) status = EPIPE;
        if (--left === 0) req.oncomplete(status);
      });
    }
    stream.uncork();
    return 1;
  }

  shutdown(req) {
    const { stream } = this;
    if (stream.destroyed || stream.writableEnded) setImmediate(() => req.oncomplete(0));
    else stream.end(() => setImmediate(() => req.oncomplete(0)));
    return 0;
  }

  close(callback) {
    this.stream.destroy();
    setImmediate(callback ?? (() => {}));
    return true;
  }

  ref() {}
  unref() {}
  hasRef() { return true; }
  getAsyncId() { return 0; }
}

class JSStreamSocket extends Socket {
  constructor(stream) {
    stream.pause();
    super({ handle: new StreamHandle(stream), manualStart: true });
    this.stream = stream;
    stream.on('error', (error) => this.emit('error', error));
    this.read(0);
  }

  static get StreamWrap() { return JSStreamSocket; }
}

exports.JSStreamSocket = JSStreamSocket;
