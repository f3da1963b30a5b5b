// SPDX-License-Identifier: MIT
// http.Agent: the connections of a client, by destination: those in use, idle ones, and the
// requests that wait for one.
'use strict';
const EventEmitter = require('events');
const net = require('net');
const { validateNumber, validateOneOf, validateString } = require('internal/validators');
const { AsyncResource } = require('async_hooks');

// How long before the announced end of a connection it is not used any more: a request in transit
// then would be lost.
const HINT_LESS_MS = 1000;
const kOptions = Symbol('request options');
const kResource = Symbol('async resource');
const kListeners = Symbol('agent listeners');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  EventEmitter.call(this);
  this.defaultPort = 80;
  this.protocol = 'http:';
  this.options = { __proto__: null, ...options };
  if (this.options.noDelay === undefined) this.options.noDelay = true;
  this.options.path = null; // of a local socket: it belongs to the request
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Agent.defaultMaxSockets;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
  if (this.maxTotalSockets !== undefined) {
    validateNumber(this.maxTotalSockets, 'maxTotalSockets', 1);
  } else {
    this.maxTotalSockets = Infinity;
  }
  this.on('free', onFree);
  this.on('newListener', maybeEnableKeylog);
}
Object.setPrototypeOf(Agent.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Agent, EventEmitter);
Agent.defaultMaxSockets = Infinity;
Agent.prototype.createConnection = net.createConnection;

// Keys of TLS sessions are handed on by agents that somebody listens to.
function maybeEnableKeylog(event) {
  if (event !== 'keylog') return;
  this.removeListener('newListener', maybeEnableKeylog);
  const agent = this;
  this._onKeylog = function onKeylog(keylog) { agent.emit('keylog', keylog, this); };
  for (const list of Object.values(this.sockets)) {
    for (const socket of list) socket.on('keylog', this._onKeylog);
  }
}

function onFree(socket, options) {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const name = this.getName(options);
  const waiting = this.requests[name];
  if (waiting && waiting.length > 0) {
    const req = waiting.shift();
    if (waiting.length === 0) delete this.requests[name];
    setSocket(this, req, socket);
    return;
  }
  const req = socket._httpMessage;
  if (!req || !req.shouldKeepAlive || !this.keepAlive) {
    socket.destroy();
    return;
  }
  const free = this.freeSockets[name] ?? [];
  const count = free.length + (this.sockets[name]?.length ?? 0);
  if (this.totalSocketCount > this.maxTotalSockets || count > this.maxSockets ||
      free.length >= this.maxFreeSockets || isNeeded(this) || !this.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  this.freeSockets[name] = free;
  socket[kResource] = null;
  socket._httpMessage = null;
  drop(this.sockets, name, socket);
  socket.once('error', onFreeError);
  free.push(socket);
}

// Whether requests to other places wait only because there are too many connections in all.
function isNeeded(agent) {
  return agent.totalSocketCount >= agent.maxTotalSockets && Object.keys(agent.requests).length > 0;
}

function onFreeError() {
  this.destroy();
  this.emit('agentRemove');
}

Agent.prototype.getName = function getName(options = {}) {
  let name = `${options.host || 'localhost'}:${options.port || ''}:${options.localAddress || ''}`;
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  if (options.socketPath) name += `:${options.socketPath}`;
  return name;
};

function prepare(agent, req, options) {
  options = { __proto__: null, ...options, ...agent.options };
  if (options.socketPath) options.path = options.socketPath;
  if (options.servername === undefined || (!options.servername && options.servername !== '')) {
    options.servername = serverName(options, req);
  }
  return options;
}

// The server name for TLS: from the Host header, if that is not an address.
function serverName(options, req) {
  let name = options.host;
  const header = req.getHeader('host');
  if (header) {
    validateString(header, 'options.headers.host');
    if (header[0] === '[') {
      const end = header.indexOf(']');
      name = end === -1 ? header : header.slice(1, end);
    } else {
      name = header.split(':', 1)[0];
    }
  }
  return net.isIP(name) ? '' : name;
}

function takeFree(agent, name) {
  const free = agent.freeSockets[name];
  if (!free) return undefined;
  while (free.length > 0 && free[0].destroyed) free.shift();
  const socket = agent.scheduling === 'fifo' ? free.shift() : free.pop();
  if (free.length === 0) delete agent.freeSockets[name];
  return socket;
}

// The next user of a connection has another asynchronous context.
function resetHandle(socket) {
  const handle = socket._handle;
  if (handle && typeof handle.asyncReset === 'function') handle.asyncReset();
}

Agent.prototype.addRequest = function addRequest(req, options, port, localAddress) {
  if (typeof options === 'string') options = { __proto__: null, host: options, port, localAddress };
  options = prepare(this, req, options);
  const name = this.getName(options);
  this.sockets[name] ||= [];
  const socket = takeFree(this, name);
  const count = (this.freeSockets[name]?.length ?? 0) + this.sockets[name].length;
  if (socket) {
    resetHandle(socket);
    this.reuseSocket(socket, req);
    setSocket(this, req, socket);
    this.sockets[name].push(socket);
  } else if (count < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(req, options, (error, made) => {
      if (error) req.onSocket(made, error);
      else setSocket(this, req, made);
    });
  } else {
    this.requests[name] ||= [];
    req[kOptions] = options;
    req[kResource] = new AsyncResource('QueuedRequest');
    this.requests[name].push(req);
  }
};

Agent.prototype.createSocket = function createSocket(req, options, callback) {
  options = prepare(this, req, options);
  const name = this.getName(options);
  options._agentKey = name;
  options.encoding = null;
  let called = false;
  const made = (error, socket) => {
    if (called) return;
    called = true;
    if (error) {
      callback(error);
      return;
    }
    this.sockets[name] ||= [];
    this.sockets[name].push(socket);
    this.totalSocketCount++;
    listen(this, socket, options);
    callback(null, socket);
  };
  if (this.keepAlive) {
    options.keepAlive = this.keepAlive;
    options.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  const socket = this.createConnection(options, made);
  if (socket) made(null, socket);
};

function listen(agent, socket, options) {
  const free = () => agent.emit('free', socket, options);
  const close = () => agent.removeSocket(socket, options);
  const timeout = () => {
    // Only while it waits: the request that uses it decides otherwise.
    for (const list of Object.values(agent.freeSockets)) {
      if (list.includes(socket)) {
        socket.destroy();
        return;
      }
    }
  };
  const remove = () => {
    agent.removeSocket(socket, options);
    socket.removeListener('close', close);
    socket.removeListener('free', free);
    socket.removeListener('timeout', timeout);
    socket.removeListener('agentRemove', remove);
  };
  socket.on('free', free);
  socket.on('close', close);
  socket.on('timeout', timeout);
  socket.on('agentRemove', remove);
  socket[kListeners] = true;
  if (agent._onKeylog !== undefined) socket.on('keylog', agent._onKeylog);
}

function drop(lists, name, socket) {
  const index = lists[name]?.indexOf(socket) ?? -1;
  if (index === -1) return false;
  lists[name].splice(index, 1);
  if (lists[name].length === 0) delete lists[name];
  return true;
}

// A request that may have a new connection now, from this destination or, because there is a total
// limit, from another.
function nextRequest(agent, name) {
  if (agent.totalSocketCount >= agent.maxTotalSockets) return undefined;
  for (const key of [name, ...Object.keys(agent.requests)]) {
    const waiting = agent.requests[key];
    if (waiting?.length > 0 && (agent.sockets[key]?.length ?? 0) < agent.maxSockets) {
      return waiting[0];
    }
  }
  return undefined;
}

Agent.prototype.removeSocket = function removeSocket(socket, options) {
  const name = this.getName(options);
  const wasFree = !socket.writable && drop(this.freeSockets, name, socket);
  if (drop(this.sockets, name, socket) || wasFree) this.totalSocketCount--;
  const req = nextRequest(this, name);
  if (!req || !options) return;
  // To the same place it is a connection as the last one was, with its timeout.
  const isSame = this.requests[name]?.[0] === req;
  this.createSocket(req, isSame ? options : req[kOptions] ?? options, (error, made) => {
    if (error) req.onSocket(null, error);
    else made.emit('free');
  });
};

Agent.prototype.keepSocketAlive = function keepSocketAlive(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout = this.options.timeout || 0;
  let isKept = true;
  const hint = socket._httpMessage?.res?.headers['keep-alive'];
  if (hint) {
    const found = /^timeout=(\d+)/.exec(hint)?.[1];
    if (found !== undefined) {
      const limit = Number.parseInt(found, 10) * 1000 - HINT_LESS_MS;
      if (limit <= 0) isKept = false;
      else if (limit < timeout) timeout = limit;
    }
  }
  if (socket.timeout !== timeout) socket.setTimeout(timeout);
  return isKept;
};

Agent.prototype.reuseSocket = function reuseSocket(socket, req) {
  socket.removeListener('error', onFreeError);
  req.reusedSocket = true;
  socket.ref();
};

Agent.prototype.destroy = function destroy() {
  for (const lists of [this.freeSockets, this.sockets]) {
    for (const list of Object.values(lists)) for (const socket of list.slice()) socket.destroy();
  }
};

function setSocket(agent, req, socket) {
  if (req[kResource]) {
    req[kResource].runInAsyncScope(() => {
      resetHandle(socket);
      req.onSocket(socket);
    });
    req[kResource] = null;
  } else {
    req.onSocket(socket);
  }
  const timeout = agent.options.timeout || 0;
  if (req.timeout === undefined || req.timeout === timeout) return;
  socket.setTimeout(req.timeout);
}

exports.Agent = Agent;
let shared;
exports.globalAgent = {
  get() {
    return shared ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
  },
  set(agent) { shared = agent; },
};
