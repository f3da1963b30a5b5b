// SPDX-License-Identifier: MIT
// dgram: messages over UDP.
'use strict';
const notices = require('internal/notices');
const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/fast');
const {
  codes, errnoException, errorMap, exceptionWithHostPort,
} = require('internal/errors');
const { process } = require('internal/process');
const role = require('internal/cluster/role');
const {
  validateAbortSignal, validateNumber, validatePort, validateString,
} = require('internal/validators');
const { createSocketHandle, flags, kState, newHandle, UDP } = require('internal/dgram/handle');

const [UNBOUND, BINDING, BOUND] = [0, 1, 2];
const [DISCONNECTED, CONNECTING, CONNECTED] = [0, 1, 2];
const dataKinds = ['Buffer', 'TypedArray', 'DataView', 'string'];

function Socket(type, listener) {
  Reflect.apply(EventEmitter, this, []);
  let options;
  let lookup;
  if (type !== null && typeof type === 'object') {
    options = type;
    ({ type, lookup } = options);
    for (const name of ['recvBufferSize', 'sendBufferSize']) {
      if (options[name]) validateNumber(options[name], `options.${name}`);
    }
  }
  const handle = newHandle(type, lookup);
  handle.onmessage = (nread, bytes, ip, family, port) => {
    if (nread < 0) {
      this.emit('error', errnoException(nread, 'recvmsg'));
      return;
    }
    const message = new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.length);
    this.emit('message', message, { address: ip, family, port, size: nread });
  };
  this.type = type;
  if (typeof listener === 'function') this.on('message', listener);
  this[kState] = {
    handle,
    receiving: false,
    bindState: UNBOUND,
    connectState: DISCONNECTED,
    queue: undefined,
    reuseAddr: options?.reuseAddr,
    reusePort: options?.reusePort,
    ipv6Only: options?.ipv6Only,
    recvBufferSize: options?.recvBufferSize,
    sendBufferSize: options?.sendBufferSize,
  };
  if (options?.signal !== undefined) closeOnAbort(this, options.signal);
  if (notices.channels !== null) notices.publish('udp.socket', { socket: this });
}
Object.setPrototypeOf(Socket.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Socket, EventEmitter);

function closeOnAbort(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  const onAbort = () => { if (socket[kState].handle) socket.close(); };
  if (signal.aborted) {
    process.nextTick(onAbort);
    return;
  }
  signal.addEventListener('abort', onAbort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', onAbort));
}

function createSocket(type, listener) {
  return new Socket(type, listener);
}

function check(socket) {
  if (!socket[kState].handle) throw new codes.ERR_SOCKET_DGRAM_NOT_RUNNING();
  return socket[kState].handle;
}

function startListening(socket) {
  const state = socket[kState];
  state.handle.recvStart();
  state.receiving = true;
  state.bindState = BOUND;
  if (state.recvBufferSize) bufferSize(socket, state.recvBufferSize, true);
  if (state.sendBufferSize) bufferSize(socket, state.sendBufferSize, false);
  socket.emit('listening');
}

// What is asked of a socket that is not yet bound happens when it is.
function enqueue(socket, action) {
  const state = socket[kState];
  if (state.queue === undefined) {
    state.queue = [];
    const onError = () => {
      socket.removeListener('listening', onListening);
      state.queue = undefined;
    };
    const onListening = () => {
      socket.removeListener('error', onError);
      const { queue } = state;
      state.queue = undefined;
      for (const one of queue) one();
    };
    socket.once(EventEmitter.errorMonitor, onError);
    socket.once('listening', onListening);
  }
  state.queue.push(action);
}

function bindAndGo(socket) {
  if (socket[kState].bindState === UNBOUND) socket.bind({ port: 0, exclusive: true });
}

function bufferSize(socket, size, ofReceive) {
  const handle = check(socket);
  if (size >>> 0 !== size) throw new codes.ERR_SOCKET_BAD_BUFFER_SIZE();
  const result = handle.bufferSize(size, ofReceive);
  if (result < 0) {
    const [code, message] = errorMap().get(result);
    throw new codes.ERR_SOCKET_BUFFER_SIZE({
      errno: result, code, message,
      syscall: `uv_${ofReceive ? 'recv' : 'send'}_buffer_size`,
    });
  }
  return result;
}

function replaceHandle(socket, handle) {
  const state = socket[kState];
  const old = state.handle;
  handle.onmessage = old.onmessage;
  handle.lookup = old.lookup;
  handle.owner = socket; // a worker of a cluster closes it
  if (!old.hasRef()) handle.unref();
  old.close();
  state.handle = handle;
}

// In a worker of a cluster: the primary has the socket.
function bindInCluster(socket, asked) {
  const state = socket[kState];
  role.worker.getServer(socket, asked, (status, handle) => {
    if (status) {
      state.bindState = UNBOUND;
      socket.emit('error', exceptionWithHostPort(status, 'bind', asked.address, asked.port));
      return;
    }
    if (!state.handle) { // closed since
      handle.close();
      return;
    }
    replaceHandle(socket, handle);
    startListening(socket);
  });
}

function bindFd(socket, fd, exclusive) {
  const state = socket[kState];
  if (role.worker !== null && !exclusive) {
    bindInCluster(socket,
      { address: null, port: null, addressType: socket.type, fd, flags: null });
    return socket;
  }
  const type = binding('tty').guess(fd);
  if (type !== 'UDP') throw new codes.ERR_INVALID_FD_TYPE(type);
  const status = state.handle.open(fd);
  if (status !== 0) throw errnoException(status, 'open');
  startListening(socket);
  return socket;
}

// The parts of a list, as bytes; undefined if one is neither a view nor a string.
function bytesOfList(list) {
  const result = [];
  for (const one of list) {
    if (typeof one === 'string') result.push(Buffer.from(one));
    else if (ArrayBuffer.isView(one)) result.push(one);
    else return undefined;
  }
  return result;
}

function slice(data, offset, length) {
  if (typeof data === 'string') data = Buffer.from(data);
  else if (!ArrayBuffer.isView(data)) {
    throw new codes.ERR_INVALID_ARG_TYPE('buffer', dataKinds, data);
  }
  offset >>>= 0;
  length >>>= 0;
  if (offset > data.byteLength) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (offset + length > data.byteLength) throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
  return Buffer.from(data.buffer, data.byteOffset + offset, length);
}

function fail(socket, error, callback) {
  if (callback) process.nextTick(callback, error);
  else process.nextTick(() => socket.emit('error', error));
}

function sendNow(socket, list, ip, address, port, callback) {
  const { handle, connectState } = socket[kState];
  if (!handle) return;
  const to = connectState === CONNECTED ? undefined : ip;
  const status = handle.send(list, to, port, callback && ((result, size) => {
    if (result < 0) callback(exceptionWithHostPort(result, 'send', address, port));
    else callback(null, size);
  }));
  if (!callback || status === 0) return;
  if (status > 0) process.nextTick(callback, null, status - 1);
  else process.nextTick(callback, exceptionWithHostPort(status, 'send', address, port));
}

function connectNow(socket, port, address, callback) {
  const state = socket[kState];
  if (callback) socket.once('connect', callback);
  function failed(error) {
    state.connectState = DISCONNECTED;
    if (callback) socket.removeListener('connect', callback);
    fail(socket, error, callback);
  }
  state.handle.lookup(address, (error, ip) => {
    if (!state.handle) return;
    if (error) {
      failed(error);
      return;
    }
    const status = state.handle.connect(ip, port);
    if (status !== 0) {
      failed(exceptionWithHostPort(status, 'connect', address, port));
      return;
    }
    state.connectState = CONNECTED;
    process.nextTick(() => socket.emit('connect'));
  });
}

const methods = {
  bind(port_, address_) {
    const state = this[kState];
    check(this);
    if (state.bindState !== UNBOUND) throw new codes.ERR_SOCKET_ALREADY_BOUND();
    state.bindState = BINDING;
    const callback = arguments.length && arguments[arguments.length - 1];
    if (typeof callback === 'function') {
      const clean = () => {
        this.removeListener('error', clean);
        this.removeListener('listening', onListening);
      };
      const onListening = () => {
        clean();
        Reflect.apply(callback, this, []);
      };
      this.on('error', clean);
      this.on('listening', onListening);
    }
    let port = port_;
    let address = typeof address_ === 'function' ? '' : address_;
    if (port instanceof UDP) {
      replaceHandle(this, port);
      startListening(this);
      return this;
    }
    let exclusive = false;
    if (port !== null && typeof port === 'object') {
      exclusive = !!port.exclusive;
      if (Number.isInteger(port.fd) && port.fd > 0) return bindFd(this, port.fd, exclusive);
      address = port.address || '';
      port = port.port;
    }
    address ||= this.type === 'udp4' ? '0.0.0.0' : '::';
    state.handle.lookup(address, (error, ip) => {
      if (!state.handle) return; // closed since
      if (error) {
        state.bindState = UNBOUND;
        this.emit('error', error);
        return;
      }
      const how = (state.reuseAddr ? flags.REUSEADDR : 0) | (state.ipv6Only ? flags.IPV6ONLY : 0) |
        (state.reusePort ? flags.REUSEPORT : 0);
      if (role.worker !== null && !exclusive && !state.reusePort) {
        bindInCluster(this, { address: ip, port, addressType: this.type, fd: -1, flags: how });
        return;
      }
      const status = state.handle.bind(ip, port || 0, how);
      if (status !== 0) {
        state.bindState = UNBOUND;
        this.emit('error', exceptionWithHostPort(status, 'bind', ip, port));
        return;
      }
      startListening(this);
    });
    return this;
  },

  connect(port, address, callback) {
    port = validatePort(port, 'Port', false);
    if (typeof address === 'function') {
      callback = address;
      address = '';
    } else if (address === undefined) {
      address = '';
    }
    validateString(address, 'address');
    const state = this[kState];
    if (state.connectState !== DISCONNECTED) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
    check(this);
    state.connectState = CONNECTING;
    bindAndGo(this);
    if (state.bindState !== BOUND) {
      enqueue(this, () => connectNow(this, port, address, callback));
    } else {
      connectNow(this, port, address, callback);
    }
  },

  disconnect() {
    const state = this[kState];
    if (state.connectState !== CONNECTED) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
    const status = state.handle.disconnect();
    if (status !== 0) throw errnoException(status, 'connect');
    state.connectState = DISCONNECTED;
  },

  // The old form: without a callback in place of the port.
  sendto(buffer, offset, length, port, address, callback) {
    validateNumber(offset, 'offset');
    validateNumber(length, 'length');
    validateNumber(port, 'port');
    validateString(address, 'address');
    this.send(buffer, offset, length, port, address, callback);
  },

  // send(data[, offset, length][, port][, address][, callback])
  send(data, offset, length, port, address, callback) {
    const state = this[kState];
    const connected = state.connectState === CONNECTED;
    if (!connected) {
      if (address || (port && typeof port !== 'function')) {
        data = slice(data, offset, length);
      } else {
        callback = port;
        port = offset;
        address = length;
      }
    } else if (typeof length === 'number') {
      data = slice(data, offset, length);
      if (typeof port === 'function') {
        callback = port;
        port = null;
      }
    } else {
      callback = offset;
    }
    if (connected && (port || address)) throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
    let list;
    if (Array.isArray(data)) {
      list = bytesOfList(data);
      if (list === undefined) {
        throw new codes.ERR_INVALID_ARG_TYPE('buffer list arguments', dataKinds, data);
      }
    } else {
      list = bytesOfList([data]);
      if (list === undefined) throw new codes.ERR_INVALID_ARG_TYPE('buffer', dataKinds, data);
    }
    if (!connected) port = validatePort(port, 'Port', false);
    if (typeof callback !== 'function') callback = undefined;
    if (typeof address === 'function') {
      callback = address;
      address = undefined;
    } else if (address !== undefined && address !== null) {
      validateString(address, 'address');
    }
    check(this);
    bindAndGo(this);
    if (list.length === 0) list.push(Buffer.alloc(0));
    if (state.bindState !== BOUND) {
      enqueue(this, () => this.send(list, port, address, callback));
      return;
    }
    if (connected) {
      sendNow(this, list, undefined, address, port, callback);
      return;
    }
    state.handle.lookup(address, (error, ip) => {
      if (error) fail(this, error, callback);
      else sendNow(this, list, ip, address, port, callback);
    });
  },

  close(callback) {
    const state = this[kState];
    if (typeof callback === 'function') this.on('close', callback);
    if (state.queue !== undefined) {
      state.queue.push(() => this.close());
      return this;
    }
    check(this);
    stopReceiving(this);
    state.handle.close();
    state.handle = null;
    process.nextTick(() => this.emit('close'));
    return this;
  },

  address() {
    const out = {};
    const status = check(this).getsockname(out);
    if (status !== 0) throw errnoException(status, 'getsockname');
    return out;
  },

  remoteAddress() {
    const handle = check(this);
    if (this[kState].connectState !== CONNECTED) throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
    const out = {};
    const status = handle.getpeername(out);
    if (status !== 0) throw errnoException(status, 'getpeername');
    return out;
  },

  setBroadcast(on) {
    const status = this[kState].handle.setBroadcast(on);
    if (status !== 0) throw errnoException(status, 'setBroadcast');
  },

  setTTL(ttl) {
    validateNumber(ttl, 'ttl');
    const status = this[kState].handle.setTTL(ttl);
    if (status !== 0) throw errnoException(status, 'setTTL');
    return ttl;
  },

  setMulticastTTL(ttl) {
    validateNumber(ttl, 'ttl');
    const status = this[kState].handle.setMulticastTTL(ttl);
    if (status !== 0) throw errnoException(status, 'setMulticastTTL');
    return ttl;
  },

  setMulticastLoopback(on) {
    const status = this[kState].handle.setMulticastLoopback(on);
    if (status !== 0) throw errnoException(status, 'setMulticastLoopback');
    return on;
  },

  setMulticastInterface(interfaceAddress) {
    const handle = check(this);
    validateString(interfaceAddress, 'interfaceAddress');
    const status = handle.setMulticastInterface(interfaceAddress);
    if (status !== 0) throw errnoException(status, 'setMulticastInterface');
  },
};

for (const name of ['addMembership', 'dropMembership']) {
  methods[name] = {
    [name](multicastAddress, interfaceAddress) {
      const handle = check(this);
      if (!multicastAddress) throw new codes.ERR_MISSING_ARGS('multicastAddress');
      const status = handle[name](multicastAddress, interfaceAddress);
      if (status !== 0) throw errnoException(status, name);
    },
  }[name];
}
for (const name of ['addSourceSpecificMembership', 'dropSourceSpecificMembership']) {
  methods[name] = {
    [name](sourceAddress, groupAddress, interfaceAddress) {
      const handle = check(this);
      validateString(sourceAddress, 'sourceAddress');
      validateString(groupAddress, 'groupAddress');
      const status = handle[name](sourceAddress, groupAddress, interfaceAddress);
      if (status !== 0) throw errnoException(status, name);
    },
  }[name];
}

function stopReceiving(socket) {
  const state = socket[kState];
  if (!state.receiving) return;
  state.handle.recvStop();
  state.receiving = false;
}

Object.assign(Socket.prototype, methods, {
  ref() {
    this[kState].handle?.ref();
    return this;
  },
  unref() {
    this[kState].handle?.unref();
    return this;
  },
  setRecvBufferSize(size) { bufferSize(this, size, true); },
  setSendBufferSize(size) { bufferSize(this, size, false); },
  getRecvBufferSize() { return bufferSize(this, 0, true); },
  getSendBufferSize() { return bufferSize(this, 0, false); },
  getSendQueueSize() { return this[kState].handle.getSendQueueSize(); },
  getSendQueueCount() { return this[kState].handle.getSendQueueCount(); },
  async [Symbol.asyncDispose]() {
    if (this[kState].handle) await new Promise((resolve) => { this.close(resolve); });
  },
});

require('internal/dgram/old')(Socket, kState, check, stopReceiving);

module.exports = { _createSocketHandle: createSocketHandle, createSocket, Socket };
