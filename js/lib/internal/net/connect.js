// SPDX-License-Identifier: MIT
// How a socket connects: to a path, an address, or a name with several addresses, each of which
// gets a little time before the next is tried (autoSelectFamily).
'use strict';
const { codes, exceptionWithHostPort } = require('internal/errors');
const {
  validateFunction, validateInt32, validateNumber, validatePort, validateString, validateBoolean,
} = require('internal/validators');
const { isIP, checkPort } = require('internal/net/address');
const { process } = require('internal/process');
const notices = require('internal/notices');

const defaults = { autoSelectFamily: true, attemptTimeout: 250 };

function connect(socket, options, callback) {
  if (options.port === undefined && options.path == null) {
    throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);
  }
  const isPipe = !!options.path;
  if (socket.write !== socket.constructor.prototype.write) delete socket.write;
  if (socket.destroyed) {
    socket._handle = null;
    socket._peername = undefined;
    socket._reading = false;
    socket._bytesRead = 0;
    socket._bytesDispatched = 0;
    socket._undestroy();
  }
  if (!socket._handle) socket._newHandle(isPipe);
  else require('internal/net/socket').initHandle(socket);
  if (callback !== null) socket.once('connect', callback);
  socket._unrefTimer();
  socket.connecting = true;
  if (notices.kinds !== null && !isPipe) observe(socket);
  if (isPipe) {
    validateString(options.path, 'options.path');
    attemptPath(socket, options.path);
  } else {
    toHost(socket, options);
  }
  return socket;
}

// An entry for observers when it is connected.
function observe(socket) {
  const start = notices.begin('net');
  if (start === undefined) return;
  socket.prependOnceListener('connect', () => {
    const { remoteAddress: host, remotePort: port } = socket;
    notices.end('net', 'connect', start, { host, port });
  });
}

function failLater(socket, error) {
  process.nextTick(() => { if (!socket.destroyed) socket.destroy(error); });
}

function attemptPath(socket, path) {
  const req = { oncomplete: (status) => finish(socket, status, path) };
  const status = socket._handle.connect(req, path);
  if (status !== 0) failLater(socket, exceptionWithHostPort(status, 'connect', path));
}

function finish(socket, status, address, port, local) {
  if (socket.destroyed) return;
  socket.connecting = false;
  if (status !== 0) {
    const where = local ? `${local.address}:${local.port}` : undefined;
    socket.destroy(exceptionWithHostPort(status, 'connect', address, port, where));
    return;
  }
  if (socket.readable && !socket.isPaused() && socket._onread) socket.read(0);
  socket._unrefTimer();
  if (socket._noDelay) socket._handle.setNoDelay?.(true);
  if (socket._keepAlive) socket._handle.setKeepAlive?.(true, socket._keepAliveDelay);
  socket.emit('connect');
  socket.emit('ready');
  if (!socket.destroyed && socket.readable && !socket.isPaused()) socket.read(0);
}

function bindLocal(handle, options) {
  const { localAddress, localPort } = options;
  if (!localAddress && !localPort) return 0;
  return handle.bind(localAddress || '::', localPort || 0, 0);
}

// One address.
function attempt(socket, options, address, port) {
  const bound = bindLocal(socket._handle, options);
  if (bound !== 0) {
    const { localAddress, localPort } = options;
    failLater(socket, exceptionWithHostPort(bound, 'bind', localAddress, localPort));
    return;
  }
  const req = {
    oncomplete(status) {
      const { localAddress, localPort } = options;
      finish(socket, status, address, port,
        localAddress && localPort ? { address: localAddress, port: localPort } : undefined);
    },
  };
  const status = socket._handle.connect(req, address, port);
  if (status !== 0) {
    const local = {};
    const where = socket._handle.getsockname?.(local) === 0 ? `${local.address}:${local.port}` :
      undefined;
    failLater(socket, exceptionWithHostPort(status, 'connect', address, port, where));
  }
}

function checkOptions(socket, options) {
  const { localAddress, localPort } = options;
  if (localAddress && !isIP(localAddress)) throw new codes.ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort) validateNumber(localPort, 'options.localPort');
  checkPort(options.port);
  if (options.port === undefined) {
    throw new codes.ERR_MISSING_ARGS(['options', 'port', 'path']);
  }
  validatePort(options.port);
  if (options.autoSelectFamily != null) {
    validateBoolean(options.autoSelectFamily, 'options.autoSelectFamily');
  }
  if (options.autoSelectFamilyAttemptTimeout != null) {
    validateInt32(options.autoSelectFamilyAttemptTimeout, 'options.autoSelectFamilyAttemptTimeout',
      1);
  }
  if (options.lookup != null) validateFunction(options.lookup, 'options.lookup');
  if (options.noDelay) socket._noDelay = true;
  if (options.keepAlive) {
    socket._keepAlive = true;
    socket._keepAliveDelay = Math.max(0, ~~(options.keepAliveInitialDelay / 1000));
  }
}

function toHost(socket, options) {
  checkOptions(socket, options);
  const host = options.host || 'localhost';
  const port = options.port | 0;
  if (isIP(host)) {
    process.nextTick(() => {
      if (socket.connecting) attempt(socket, options, host, port);
    });
    return;
  }
  const lookup = options.lookup ?? require('dns').lookup;
  const many = (options.autoSelectFamily ?? defaults.autoSelectFamily) && !options.localAddress &&
    options.family !== 4 && options.family !== 6;
  const query = { family: options.family, hints: options.hints || 0 };
  if (many) query.all = true;
  socket._host = host;
  lookup(host, query, (error, found, family) => {
    const list = Array.isArray(found) ? found : [{ address: found, family }];
    const [first] = list;
    socket.emit('lookup', error, first?.address, first?.family, host);
    if (!socket.connecting) return;
    if (error) {
      process.nextTick(() => socket.destroy(error));
    } else if (!list.every((one) => isIP(one?.address))) {
      const bad = list.find((one) => !isIP(one?.address));
      process.nextTick(() => socket.destroy(new codes.ERR_INVALID_IP_ADDRESS(bad?.address)));
    } else if (!list.every((one) => one.family === 4 || one.family === 6)) {
      const bad = list.find((one) => one.family !== 4 && one.family !== 6);
      const wrong = new codes.ERR_INVALID_ADDRESS_FAMILY(bad.family, host, port);
      wrong.host = host;
      wrong.port = port;
      process.nextTick(() => socket.destroy(wrong));
    } else if (list.length === 1) {
      attempt(socket, options, first.address, port);
    } else {
      attemptEach(socket, options, interleave(list), port);
    }
  });
}

// The families take turns, that of the first address first.
function interleave(list) {
  const first = list.filter((one) => one.family === list[0].family);
  const second = list.filter((one) => one.family !== list[0].family);
  const mixed = [];
  for (let i = 0; i < Math.max(first.length, second.length); i++) {
    if (i < first.length) mixed.push(first[i]);
    if (i < second.length) mixed.push(second[i]);
  }
  return mixed;
}

function attemptEach(socket, options, list, port) {
  const patience = Math.max(10, options.autoSelectFamilyAttemptTimeout ?? defaults.attemptTimeout);
  const errors = [];
  socket.autoSelectFamilyAttemptedAddresses = [];

  function next(i) {
    if (!socket.connecting) return;
    if (i === list.length) {
      const error = new AggregateError(errors);
      error.code = errors[0].code;
      socket.destroy(errors.length === 1 ? errors[0] : error);
      return;
    }
    const { address } = list[i];
    if (i > 0) {
      socket._handle.close();
      socket._newHandle(false);
    }
    const handle = socket._handle;
    let over = false;
    let timer = null;
    const give = (status) => {
      over = true;
      clearTimeout(timer);
      errors.push(exceptionWithHostPort(status, 'connect', address, port));
      socket.emit('connectionAttemptFailed', address, port, list[i].family, errors.at(-1));
      next(i + 1);
    };
    socket.autoSelectFamilyAttemptedAddresses.push(`${address}:${port}`);
    socket.emit('connectionAttempt', address, port, list[i].family);
    const status = handle.connect({
      oncomplete(result) {
        if (over || socket._handle !== handle) return;
        if (result !== 0) {
          give(result);
          return;
        }
        over = true;
        clearTimeout(timer);
        finish(socket, 0, address, port);
      },
    }, address, port);
    if (status !== 0) {
      give(status);
    } else if (i < list.length - 1) {
      timer = setTimeout(() => {
        socket.emit('connectionAttemptTimeout', address, port, list[i].family);
        give(-110);
      }, patience);
    }
  }
  next(0);
}

exports.connect = connect;
exports.defaults = defaults;
