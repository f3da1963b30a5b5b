// SPDX-License-Identifier: MIT
// net.Server.
'use strict';
const notices = require('internal/notices');
const EventEmitter = require('events');
const { codes, errnoException } = require('internal/errors');
const {
  validatePort, validateObject, validateAbortSignal, validateFunction, validateNumber,
} = require('internal/validators');
const { normalizeArgs, isPipeName, toNumber, isIPv6 } = require('internal/net/address');
const { TCP, ListeningTCP, Pipe } = require('internal/stream_base');
const { process } = require('internal/process');
const role = require('internal/cluster/role');

const { EINVAL, EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT } = def('ERRNO');
const [IPV6_ONLY, REUSE_PORT] = [1, 2]; // flags of a bind
const NO_IPV6 = new Set([EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL]);

function Server(options, connectionListener) {
  if (!(this instanceof Server)) return new Server(options, connectionListener);
  EventEmitter.call(this);
  if (typeof options === 'function') {
    connectionListener = options;
    options = {};
  } else if (options == null) {
    options = {};
  } else {
    validateObject(options, 'options', { allowArray: true });
  }
  if (typeof connectionListener === 'function') this.on('connection', connectionListener);
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = !!options.pauseOnConnect;
  this.noDelay = Boolean(options.noDelay);
  this.keepAlive = Boolean(options.keepAlive);
  this.keepAliveInitialDelay = ~~(options.keepAliveInitialDelay / 1000);
  if (options.highWaterMark !== undefined) {
    validateNumber(options.highWaterMark, 'options.highWaterMark');
    this.highWaterMark = options.highWaterMark;
  }
}
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);

// A handle that is bound, or a negative error number.
function makeHandle(address, port, type, fd, flags) {
  if (typeof fd === 'number' && fd >= 0) {
    const { guess } = binding('tty');
    const handle = guess(fd) === 'TCP' ? new ListeningTCP() : new Pipe();
    const status = handle.open(fd);
    if (status !== 0) return status;
    return handle;
  }
  const handle = type === -1 ? new Pipe() : new ListeningTCP();
  let status = 0;
  if (type === -1) {
    status = handle.bind(address);
  } else if (!address) { // any address: of both families where there are two
    status = handle.bind('::', port, flags);
    if (status !== 0 && status !== EINVAL) {
      handle.close();
      return makeHandle('0.0.0.0', port, 4);
    }
  } else {
    status = handle.bind(address, port, flags);
  }
  if (status !== 0) {
    handle.close();
    return status;
  }
  return handle;
}

Server.prototype._listen2 = function listenOn(address, port, type, backlog, fd, flags) {
  if (!this._handle) {
    let handle = null;
    if (!address && typeof fd !== 'number') {
      handle = makeHandle('::', port, 6, fd, flags);
      if (typeof handle === 'number') {
        if (NO_IPV6.has(handle)) handle = null;
      } else {
        address = '::';
        type = 6;
      }
    }
    handle ??= makeHandle(address ?? '0.0.0.0', port, address ? type : 4, fd, flags);
    if (typeof handle === 'number') {
      const error = uvError(handle, address, port);
      process.nextTick(() => this.emit('error', error));
      return;
    }
    this._handle = handle;
  }
  this._handle.owner = this;
  this._handle.onconnection = (status, client) => onConnection(this, status, client);
  const status = this._handle.listen(backlog || 511);
  if (status !== 0) {
    const error = uvError(status, address, port);
    this._handle.close();
    this._handle = null;
    process.nextTick(() => this.emit('error', error));
    return;
  }
  this._connectionKey = `${type}:${address}:${port}`;
  if (this._unref) this.unref();
  process.nextTick(() => { if (this._handle) this.emit('listening'); });
};

// "listen EADDRINUSE: address already in use :::80"
function uvError(status, address, port) {
  const { errorMap } = require('internal/errors');
  const [code, text] = errorMap().get(status) ?? ['UNKNOWN', 'unknown error'];
  let details = '';
  if (port && port > 0) details = ` ${address ?? '0.0.0.0'}:${port}`;
  else if (address) details = ` ${address}`;
  const error = new Error(`listen ${code}: ${text}${details}`);
  error.code = code;
  error.errno = status;
  error.syscall = 'listen';
  error.address = address ?? undefined;
  if (port) error.port = port;
  return error;
}

function onConnection(server, status, handle) {
  if (status < 0) {
    server.emit('error', errnoException(status, 'accept'));
    return;
  }
  if (server.maxConnections != null && server._connections >= server.maxConnections) {
    const data = describe(handle);
    handle.close();
    server.emit('drop', data);
    return;
  }
  const { Socket } = require('net');
  const socket = new Socket({
    handle,
    allowHalfOpen: server.allowHalfOpen,
    pauseOnCreate: server.pauseOnConnect,
    readable: true,
    writable: true,
    readableHighWaterMark: server.highWaterMark,
    writableHighWaterMark: server.highWaterMark,
  });
  if (server.noDelay && handle.setNoDelay) {
    socket._noDelay = true;
    handle.setNoDelay(true);
  }
  if (server.keepAlive && handle.setKeepAlive) {
    socket._keepAlive = true;
    socket._keepAliveDelay = server.keepAliveInitialDelay;
    handle.setKeepAlive(true, server.keepAliveInitialDelay);
  }
  if (notices.channels !== null) notices.publish('net.server.socket', { socket });
  server._connections++;
  socket.server = server;
  socket._server = server;
  server.emit('connection', socket);
}

function describe(handle) {
  const local = {};
  const remote = {};
  handle.getsockname?.(local);
  handle.getpeername?.(remote);
  return {
    localAddress: local.address, localPort: local.port, localFamily: local.family,
    remoteAddress: remote.address, remotePort: remote.port, remoteFamily: remote.family,
  };
}

function listenByName(server, options, backlog, flags, exclusive) {
  require('dns').lookup(options.host, (error, address, family) => {
    if (error) server.emit('error', error);
    else listenAt(server, address, options.port | 0, family || 4, backlog, flags, exclusive);
  });
}

// In a worker of a cluster it is the primary that listens, unless that is not wanted.
function listenAt(server, address, port, type, backlog, flags, exclusive, more) {
  if (role.worker === null || exclusive) {
    server._listen2(address, port, type, backlog, undefined, flags);
    return;
  }
  listenInCluster(server, { address, port, addressType: type, flags, backlog, ...more });
}

function listenInCluster(server, asked) {
  const { address, port, addressType, backlog, fd, flags } = asked;
  const listeningId = ++server._listeningId; // what was asked before no longer counts
  role.worker.getServer(server, asked, (status, handle) => {
    if (server._listeningId !== listeningId) {
      handle?.close();
      return;
    }
    if (!status) status = checkPort(port, handle);
    if (status) {
      handle?.close();
      const { exceptionWithHostPort } = require('internal/errors');
      server.emit('error', exceptionWithHostPort(status, 'bind', address, port));
      return;
    }
    server._handle = handle;
    server._listen2(address, port, addressType, backlog, fd, flags);
  });
}

// That a port is taken may turn up in listen() only, which another process calls.
function checkPort(port, handle) {
  if (!(port > 0) || !handle.getsockname) return 0;
  const out = {};
  return handle.getsockname(out) || (out.port === port ? 0 : EADDRINUSE);
}

function closeOnAbort(server, signal) {
  if (signal === undefined) return;
  validateAbortSignal(signal, 'options.signal');
  const onAborted = () => server.close();
  if (signal.aborted) process.nextTick(onAborted);
  else server.once('close', listenOnce(signal, onAborted));
}

function listenOnce(signal, callback) {
  const stop = EventEmitter.addAbortListener(signal, callback);
  return () => stop[Symbol.dispose]();
}

function allowAll(server, { readableAll, writableAll }) {
  const mode = (readableAll ? 1 : 0) | (writableAll ? 2 : 0);
  const status = mode === 0 ? 0 : server._handle.fchmod(mode);
  if (status === 0) return;
  server._handle.close();
  server._handle = null;
  throw errnoException(status, 'uv_pipe_chmod');
}

Server.prototype.listen = function listen(...args) {
  let [options, callback] = normalizeArgs(args);
  if (this._handle) throw new codes.ERR_SERVER_ALREADY_LISTEN();
  if (callback !== null) this.once('listening', callback);
  const backlogArg = toNumber(args.length > 1 && args[1]) || toNumber(args.length > 2 && args[2]);
  options = options._handle || options.handle || options;
  const backlog = backlogArg || toNumber(options.backlog);
  const flags = (options.ipv6Only ? IPV6_ONLY : 0) | (options.reusePort ? REUSE_PORT : 0);
  const exclusive = !!(options.exclusive || options.reusePort);
  if (options instanceof TCP || options instanceof Pipe) {
    this._handle = options;
    this._listen2(null, -1, -1, backlog);
    return this;
  }
  closeOnAbort(this, options.signal);
  if (typeof options.fd === 'number' && options.fd >= 0) {
    if (role.worker === null || exclusive) {
      this._listen2(null, null, null, backlog, options.fd);
    } else {
      listenInCluster(this,
        { address: null, port: null, addressType: null, fd: options.fd, backlog });
    }
    return this;
  }
  if (args.length === 0 || typeof args[0] === 'function' ||
      (options.port === undefined && 'port' in options) || options.port === null) {
    options.port = 0;
  }
  if (typeof options.port === 'number' || typeof options.port === 'string') {
    validatePort(options.port, 'options.port');
    if (options.host) {
      if (require('net').isIP(options.host)) {
        const type = isIPv6(options.host) ? 6 : 4;
        listenAt(this, options.host, options.port | 0, type, backlog, flags, exclusive);
      } else {
        listenByName(this, options, backlog, flags, exclusive);
      }
    } else {
      listenAt(this, null, options.port | 0, 4, backlog, flags, exclusive);
    }
    return this;
  }
  if (options.path && isPipeName(options.path)) {
    this._pipeName = options.path;
    listenAt(this, options.path, -1, -1, backlog, undefined, exclusive,
      { readableAll: options.readableAll, writableAll: options.writableAll });
    if (this._handle) allowAll(this, options);
    return this;
  }
  if (!(('port' in options) || ('path' in options))) {
    throw new codes.ERR_INVALID_ARG_VALUE('options', options,
      'must have the property "port" or "path"');
  }
  throw new codes.ERR_INVALID_ARG_VALUE('options', options);
};

Object.defineProperty(Server.prototype, 'listening', {
  configurable: true, enumerable: true, get() { return !!this._handle; },
});

Server.prototype.address = function address() {
  if (this._handle?.getsockname) {
    const out = {};
    const status = this._handle.getsockname(out);
    if (status !== 0) throw errnoException(status, 'address');
    return out;
  }
  return this._pipeName ?? null;
};

Server.prototype.getConnections = function getConnections(callback) {
  validateFunction(callback, 'callback');
  const end = (error, count) => process.nextTick(callback, error, count);
  let left = this._workers.length;
  let total = this._connections;
  if (!this._usingWorkers || left === 0) {
    end(null, total);
    return this;
  }
  const onCount = (error, count) => {
    if (left <= 0) return; // one has failed
    left = error ? -1 : left - 1;
    if (error) end(error);
    else total += count;
    if (left === 0) end(null, total);
  };
  for (const elsewhere of this._workers) elsewhere.getConnections(onCount);
  return this;
};

// Connections that went to other processes (internal/child/connections.js) are waited for too.
function closeElsewhere(server) {
  let left = server._workers.length;
  const onClosed = () => {
    if (--left > 0) return;
    server._connections = 0;
    server._emitCloseIfDrained();
  };
  server._connections++; // so that 'close' comes from here alone
  for (const elsewhere of server._workers) elsewhere.close(onClosed);
}

Server.prototype.close = function close(callback) {
  if (typeof callback === 'function') {
    if (!this._handle) {
      this.once('close', () => callback(new codes.ERR_SERVER_NOT_RUNNING()));
    } else {
      this.once('close', callback);
    }
  }
  this._listeningId++; // what was asked of a cluster's primary is no longer wanted
  if (this._handle) {
    this._handle.close();
    this._handle = null;
  }
  if (this._usingWorkers && this._workers.length > 0) closeElsewhere(this);
  else this._emitCloseIfDrained();
  return this;
};

Server.prototype[Symbol.asyncDispose] = async function asyncDispose() {
  if (!this._handle) return;
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

Server.prototype._emitCloseIfDrained = function emitCloseIfDrained() {
  if (this._handle || this._connections > 0) return;
  process.nextTick(() => this.emit('close'));
};

Server.prototype.ref = function ref() {
  this._unref = false;
  this._handle?.ref();
  return this;
};

Server.prototype.unref = function unref() {
  this._unref = true;
  this._handle?.unref();
  return this;
};

Server.prototype[Symbol.for('nodejs.rejection')] = function onRejection(error, event, socket) {
  if (event === 'connection') socket.destroy(error);
  else this.emit('error', error);
};

exports.Server = Server;
exports.createServerHandle = makeHandle;
