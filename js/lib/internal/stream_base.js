// SPDX-License-Identifier: MIT
// Handles of streams: TCP, pipes, terminals, for net, tty and child processes. C is in
// js/bind/stream.c (and tcp.c, pipe.c). A handle calls its owner through properties that the user
// of the handle sets:
//
//   handle.onread(nread, buffer)         data, or a negative error number (UV_EOF: the end)
//   handle.onconnection(status, client)  a listening handle has a new connection, a handle
//
// A request is any object with oncomplete(status); write, shutdown and connect take one. write and
// writev return 0 if everything is written (oncomplete is not called then), 1 if oncomplete will be
// called, or a negative error number. tryWrite returns how many bytes could be written at once, or
// a negative error number; tryWritePair is the same for two pieces. Functions that return numbers
// return negative ones for errors.
'use strict';
const native = binding('stream');
require('buffer'); // what a FastBuffer inherits from
const { FastBuffer } = require('internal/buffer/fast');
const { call, close, end, idOf, keep } = require('internal/async/contexts');

const kNative = Symbol('native');

// The data as a Buffer. Small data waits in C to be copied: an array that the engine makes costs
// less than one over C memory.
function arrived(nread, data) {
  if (data !== undefined) return new FastBuffer(data, 0, nread);
  const buffer = new FastBuffer(nread);
  native.take(buffer);
  return buffer;
}

function onStreamData(handle, nread, isLarge) {
  if (handle.reader !== undefined && nread > 0 && handle.reader.read(nread)) return;
  const data = isLarge ? native.keep(nread) : undefined;
  call(handle, 'onread', nread, nread > 0 ? arrived(nread, data) : undefined);
}

// Their names are what traces show.
native.setup(
  onStreamData,
  function onStreamConnection(server, status, client) {
    // It is made outside of all contexts, as in Node.
    const Kind = server instanceof ListeningTCP ? TCP : server.constructor;
    const made = client === undefined ? undefined : new Kind(client);
    call(server, 'onconnection', status, made);
  },
  function onStreamRequest(req, status) {
    call(req, 'oncomplete', status);
    end(req);
  },
);

class StreamHandle {
  constructor(made) {
    if (typeof made === 'number') {
      throw require('internal/errors').errnoException(made, 'handle');
    }
    this[kNative] = made;
    this.onread = undefined;
    this.onconnection = undefined;
    this.reader = undefined; // has read(nread): whether it took them, in place of onread
    this.bytesRead = 0;
    this.bytesWritten = 0;
    native.adopt(made, this);
    keep(this, this.kind);
  }

  // It has another user now.
  asyncReset() {
    end(this);
    keep(this, this.kind);
  }

  get kind() { return 'STREAM'; }
  get fd() { return native.fd(this[kNative]); }
  close(callback) {
    return close(this, callback, (closed) => native.close(this[kNative], closed));
  }
  ref() { native.ref(this[kNative]); }
  unref() { native.unref(this[kNative]); }
  hasRef() { return native.hasRef(this[kNative]); }
  readStart() { return native.readStart(this[kNative]); }
  readStop() { return native.readStop(this[kNative]); }
  tryWrite(bytes) { return native.tryWrite(this[kNative], bytes); }
  tryWritePair(first, second) { return native.tryWritePair(this[kNative], first, second); }
  write(req, data) {
    keep(req, 'WRITEWRAP');
    return native.write(this[kNative], req, data);
  }
  writev(req, list) {
    keep(req, 'WRITEWRAP');
    return native.writev(this[kNative], req, list);
  }
  shutdown(req) {
    keep(req, 'SHUTDOWNWRAP');
    return native.shutdown(this[kNative], req);
  }
  listen(backlog) { return native.listen(this[kNative], backlog); }
  setBlocking(on) { return native.blocking(this[kNative], on); }
  get writeQueueSize() { return native.writeQueueSize(this[kNative]); }
  getAsyncId() { return idOf(this); }
}

class TCP extends StreamHandle {
  constructor(made = native.newTcp()) { super(made); }
  get kind() { return 'TCPWRAP'; }
  open(fd) { return native.tcpOpen(this[kNative], fd); }
  bind(ip, port, flags = 0) { return native.tcpBind(this[kNative], ip, port, flags); }
  connect(req, ip, port) {
    keep(req, 'TCPCONNECTWRAP');
    return native.tcpConnect(this[kNative], req, ip, port);
  }
  getsockname(out) { return native.tcpSockName(this[kNative], out); }
  getpeername(out) { return native.tcpPeerName(this[kNative], out); }
  setNoDelay(on) { return native.tcpNoDelay(this[kNative], on); }
  setKeepAlive(on, seconds) { return native.tcpKeepAlive(this[kNative], on, seconds); }

  // Closes so that the other side sees a reset.
  reset(callback) { return native.tcpReset(this[kNative], callback); }
}

// Those that listen have another name in async_hooks.
class ListeningTCP extends TCP {
  static name = 'TCP';
  get kind() { return 'TCPSERVERWRAP'; }
}

class Pipe extends StreamHandle {
  // A handle that C made, or whether the pipe passes handles between processes.
  constructor(made = false) { super(typeof made === 'boolean' ? native.newPipe(made) : made); }
  open(fd) { return native.pipeOpen(this[kNative], fd); }
  bind(path) { return native.pipeBind(this[kNative], path); }
  get kind() { return 'PIPEWRAP'; }
  connect(req, path) {
    keep(req, 'PIPECONNECTWRAP');
    return native.pipeConnect(this[kNative], req, path);
  }
  // With a handle that goes to the process at the other end, if there is one.
  write(req, data, handle) {
    if (handle === undefined) return super.write(req, data);
    keep(req, 'WRITEWRAP');
    return native.pipeSend(this[kNative], req, data, handle[kNative]);
  }
  fchmod(mode) { return native.pipeChmod(this[kNative], mode); }
}

exports.StreamHandle = StreamHandle;
exports.TCP = TCP;
exports.ListeningTCP = ListeningTCP;
exports.Pipe = Pipe;
exports.kNative = kNative;
exports.arrived = arrived;
