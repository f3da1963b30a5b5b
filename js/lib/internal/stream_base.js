// SPDX-License-Identifier: MIT
// Handles of streams: TCP, pipes, terminals, as net, tty and child processes use them. C is in
// js/bind/stream.c (and tcp.c, pipe.c). A handle calls its owner back through properties that the
// user of the handle sets:
//
//   handle.onread(nread, buffer)         data, or a negative error number (UV_EOF: the end)
//   handle.onconnection(status, client)  a listening handle has a new connection, a handle
//
// A request is any object with oncomplete(status); writes, shutdown and connecting take one. write
// and writev return 0 when all is written (oncomplete is not called then), 1 when oncomplete will
// be called, or a negative error number. tryWrite returns how many bytes could be written at once,
// or a negative error number. The functions that return numbers return negative ones for
// errors.
'use strict';
const native = binding('stream');
require('buffer'); // what a FastBuffer inherits from
const { FastBuffer } = require('internal/buffer/fast');

const kNative = Symbol('native');

// What has come, as a Buffer. If it is little it waits in C to be copied: an array that the engine
// makes costs less than one over foreign memory.
function arrived(nread, data) {
  if (data !== undefined) return new FastBuffer(data, 0, nread);
  const buffer = new FastBuffer(nread);
  native.take(buffer);
  return buffer;
}

native.setup(
  (handle, nread, data) => {
    handle.onread(nread, nread > 0 ? arrived(nread, data) : undefined);
  },
  (server, status, client) => {
    server.onconnection(status, client === undefined ? undefined : new server.constructor(client));
  },
  (req, status) => { req.oncomplete(status); },
);

class StreamHandle {
  constructor(made) {
    if (typeof made === 'number') {
      throw require('internal/errors').errnoException(made, 'handle');
    }
    this[kNative] = made;
    this.onread = undefined;
    this.onconnection = undefined;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    native.adopt(made, this);
  }

  get fd() { return native.fd(this[kNative]); }
  close(callback) { return native.close(this[kNative], callback); }
  ref() { native.ref(this[kNative]); }
  unref() { native.unref(this[kNative]); }
  hasRef() { return native.hasRef(this[kNative]); }
  readStart() { return native.readStart(this[kNative]); }
  readStop() { return native.readStop(this[kNative]); }
  tryWrite(bytes) { return native.tryWrite(this[kNative], bytes); }
  write(req, data) { return native.write(this[kNative], req, data); }
  writev(req, list) { return native.writev(this[kNative], req, list); }
  shutdown(req) { return native.shutdown(this[kNative], req); }
  listen(backlog) { return native.listen(this[kNative], backlog); }
  setBlocking(on) { return native.blocking(this[kNative], on); }
  get writeQueueSize() { return native.writeQueueSize(this[kNative]); }
  getAsyncId() { return 0; }
}

class TCP extends StreamHandle {
  constructor(made = native.newTcp()) { super(made); }
  open(fd) { return native.tcpOpen(this[kNative], fd); }
  bind(ip, port, flags = 0) { return native.tcpBind(this[kNative], ip, port, flags); }
  connect(req, ip, port) { return native.tcpConnect(this[kNative], req, ip, port); }
  getsockname(out) { return native.tcpSockName(this[kNative], out); }
  getpeername(out) { return native.tcpPeerName(this[kNative], out); }
  setNoDelay(on) { return native.tcpNoDelay(this[kNative], on); }
  setKeepAlive(on, seconds) { return native.tcpKeepAlive(this[kNative], on, seconds); }

  // Closes so that the other side sees a reset.
  reset(callback) {
    const status = native.tcpReset(this[kNative]);
    if (status === 0) this.close(callback);
    return status;
  }
}

class Pipe extends StreamHandle {
  // A handle that C made, or whether the pipe passes handles between processes.
  constructor(made = false) { super(typeof made === 'boolean' ? native.newPipe(made) : made); }
  open(fd) { return native.pipeOpen(this[kNative], fd); }
  bind(path) { return native.pipeBind(this[kNative], path); }
  connect(req, path) { return native.pipeConnect(this[kNative], req, path); }
  // With a handle that goes to the process at the other end, if there is one.
  write(req, data, handle) {
    if (handle === undefined) return super.write(req, data);
    return native.pipeSend(this[kNative], req, data, handle[kNative]);
  }
  fchmod(mode) { return native.pipeChmod(this[kNative], mode); }
}

exports.StreamHandle = StreamHandle;
exports.TCP = TCP;
exports.Pipe = Pipe;
exports.kNative = kNative;
