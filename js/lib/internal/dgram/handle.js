// SPDX-License-Identifier: MIT
// UDP handles; C is in js/bind/udp.c. handle.onmessage(nread, bytes, ip, family, port) is called
// for each message. Functions that return numbers return negative ones for errors.
'use strict';
const native = binding('udp');
const common = binding('stream');
const { codes, errnoException } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { call, close, idOf, keep } = require('internal/async/contexts');
const { kNative } = require('internal/stream_base');

const kState = Symbol('state symbol'); // of a socket

class UDP {
  constructor(made = native.make()) {
    if (typeof made === 'number') throw errnoException(made, 'socket');
    this[kNative] = made;
    this.onmessage = undefined;
    this.lookup = undefined;
    Object.defineProperty(this, 'deliver', {
      value: (a, b, c, d, e) => call(this, 'onmessage', a, b, c, d, e),
    });
    common.adopt(made, this);
    keep(this, 'UDPWRAP');
  }

  get fd() { return common.fd(this[kNative]); }
  close(callback) {
    return close(this, callback, (closed) => common.close(this[kNative], closed));
  }
  ref() { common.ref(this[kNative]); }
  unref() { common.unref(this[kNative]); }
  hasRef() { return common.hasRef(this[kNative]); }
  getAsyncId() { return idOf(this); }

  open(fd) { return native.open(this[kNative], fd); }
  bind(ip, port, flags) { return native.bind(this[kNative], ip, port, flags); }
  connect(ip, port) { return native.connect(this[kNative], ip, port); }
  disconnect() { return native.connect(this[kNative], undefined, 0); }
  send(list, ip, port, done) { return native.send(this[kNative], list, ip, port, done); }
  recvStart() { return native.receiveStart(this[kNative]); }
  recvStop() { return native.receiveStop(this[kNative]); }
  getsockname(out) { return native.name(this[kNative], out, false); }
  getpeername(out) { return native.name(this[kNative], out, true); }
  setBroadcast(on) { return native.setBroadcast(this[kNative], on ? 1 : 0); }
  setTTL(ttl) { return native.setTTL(this[kNative], ttl); }
  setMulticastTTL(ttl) { return native.setMulticastTTL(this[kNative], ttl); }
  setMulticastLoopback(on) { return native.setMulticastLoopback(this[kNative], on ? 1 : 0); }
  setMulticastInterface(ip) { return native.setMulticastInterface(this[kNative], ip); }
  addMembership(group, on) {
    return native.membership(this[kNative], group, on, undefined, true);
  }
  dropMembership(group, on) {
    return native.membership(this[kNative], group, on, undefined, false);
  }
  addSourceSpecificMembership(source, group, on) {
    return native.membership(this[kNative], group, on, source, true);
  }
  dropSourceSpecificMembership(source, group, on) {
    return native.membership(this[kNative], group, on, source, false);
  }
  bufferSize(size, ofReceive) { return native.bufferSize(this[kNative], size, ofReceive); }
  getSendQueueSize() { return native.queue(this[kNative], false); }
  getSendQueueCount() { return native.queue(this[kNative], true); }
}

// A handle of the type; its lookup finds addresses of its family.
function newHandle(type, lookup) {
  if (type !== 'udp4' && type !== 'udp6') throw new codes.ERR_SOCKET_BAD_TYPE();
  if (lookup !== undefined) validateFunction(lookup, 'lookup');
  const find = lookup ?? ((...args) => require('dns').lookup(...args));
  const handle = new UDP();
  const [family, self] = type === 'udp4' ? [4, '127.0.0.1'] : [6, '::1'];
  handle.lookup = (address, callback) => find(address || self, family, callback);
  return handle;
}

// A handle that is bound already, or a negative error number.
function createSocketHandle(address, port, type, fd, flags) {
  const handle = newHandle(type);
  let status;
  if (Number.isInteger(fd) && fd > 0) {
    if (binding('tty').guess(fd) !== 'UDP') {
      handle.close();
      return -22; // EINVAL
    }
    status = handle.open(fd);
  } else if (port || address) {
    status = handle.bind(address || (type === 'udp6' ? '::' : '0.0.0.0'), port || 0, flags ?? 0);
  }
  if (status) {
    handle.close();
    return status;
  }
  return handle;
}

module.exports = { createSocketHandle, flags: native, kState, newHandle, UDP };
