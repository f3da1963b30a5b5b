// SPDX-License-Identifier: MIT
// cluster in a worker: what it listens on comes from the primary.
'use strict';
const EventEmitter = require('events');
const path = require('path');
const { process } = require('internal/process');
const { Worker } = require('internal/cluster/worker');
const { Wire } = require('internal/cluster/wire');
const role = require('internal/cluster/role');

const FOR_EVER_MS = 2 ** 31 - 1;

const cluster = new EventEmitter();
const handles = new Map(); // by key: what this worker listens on
const indexes = new Map(); // by address: the numbers that are taken there
let wire;

cluster.isWorker = true;
cluster.isMaster = false; // the name of before
cluster.isPrimary = false;
cluster.worker = null;
cluster.Worker = Worker;

cluster._setupWorker = function setupWorker() {
  const worker = new Worker({ id: +process.env.NODE_UNIQUE_ID | 0, process, state: 'online' });
  cluster.worker = worker;
  process.once('disconnect', () => {
    process.channel = null;
    worker.emit('disconnect');
    if (!worker.exitedAfterDisconnect) process.exit(0); // the primary is gone
  });
  wire = new Wire(process, (message, handle) => {
    if (message.act === 'newconn') onConnection(message, handle);
    else if (message.act === 'disconnect') disconnect(worker, true);
  });
  role.worker = { getServer };
  wire.send({ act: 'online' });
};

// Several servers of one worker on one address are different ones: they are numbered.
function takeIndex(place) {
  if (!indexes.has(place)) indexes.set(place, new Set());
  const taken = indexes.get(place);
  let index = 0;
  while (taken.has(index)) index++;
  taken.add(index);
  return index;
}

function freeIndex(place, index) {
  const taken = indexes.get(place);
  taken?.delete(index);
  if (taken?.size === 0) indexes.delete(place);
}

// Asks the primary for what a server or socket is to listen on: callback(errno, handle).
function getServer(owner, options, callback) {
  let { address } = options;
  if (options.port < 0 && typeof address === 'string') address = path.resolve(address);
  const place = [address, options.port, options.addressType, options.fd].join(':');
  const index = takeIndex(place);
  const message = { act: 'queryServer', index, data: null, ...options, address };
  if (owner._getServerData) message.data = owner._getServerData();
  wire.send(message, undefined, (reply, handle) => {
    if (reply === undefined) return; // the primary has gone
    if (typeof owner._setServerData === 'function') owner._setServerData(reply.data);
    if (reply.errno) {
      freeIndex(place, index);
      callback(reply.errno, null);
      return;
    }
    const left = () => {
      wire.send({ act: 'close', key: reply.key });
      handles.delete(reply.key);
      freeIndex(place, index);
    };
    callback(0, handle ? shared(reply.key, handle, left) : turns(reply, left));
  });
  owner.once('listening', () => {
    if (!indexes.has(place)) return; // closed since
    cluster.worker.state = 'listening';
    const own = owner.address();
    wire.send({ ...message, act: 'listening', port: own?.port || options.port });
  });
}

// A socket that others have too.
function shared(key, handle, left) {
  const { close } = handle;
  let open = true;
  handle.close = function(...args) {
    if (open) left();
    open = false;
    return Reflect.apply(close, handle, args);
  };
  handles.set(key, handle);
  return handle;
}

// What stands for a socket that the primary has: connections come from there, in turn.
function turns({ key, sockname }, left) {
  let timer; // keeps the loop alive, as the socket would
  let open = true;
  const handle = {
    listen() { return 0; },
    ref() { if (open) timer ??= setInterval(() => {}, FOR_EVER_MS); },
    unref() {
      clearInterval(timer);
      timer = undefined;
    },
    hasRef() { return timer !== undefined; },
    close(callback) {
      if (!open) return;
      handle.unref();
      left();
      open = false;
      if (typeof callback === 'function') process.nextTick(callback);
    },
  };
  if (sockname) {
    handle.getsockname = (out) => {
      if (open) Object.assign(out, sockname);
      return 0;
    };
  }
  handle.ref();
  handles.set(key, handle);
  return handle;
}

// The answer goes before anything is done with the connection: internal/cluster/round_robin.js.
function onConnection({ key, seq }, connection) {
  const handle = handles.get(key);
  const owner = handle?.owner;
  const isFull = owner?.maxConnections && owner._connections >= owner.maxConnections;
  const accepted = handle !== undefined && !isFull;
  wire.send({ ack: seq, accepted });
  if (accepted) handle.onconnection(0, connection);
  else connection?.close();
}

// Leaves the primary when all that it listens on is closed.
function disconnect(worker, primaryAsked) {
  worker.exitedAfterDisconnect = true;
  let waiting = 1;
  const closed = () => {
    if (--waiting > 0) return;
    if (primaryAsked) process.disconnect();
    else wire.send({ act: 'exitedAfterDisconnect' }, undefined, leave);
  };
  for (const handle of [...handles.values()]) {
    waiting++;
    if (handle.owner) handle.owner.close(closed);
    else handle.close(closed);
  }
  handles.clear();
  closed();
}

function leave(answer) {
  if (answer !== undefined) process.disconnect();
}

Worker.prototype.disconnect = function() {
  if (this.state !== 'disconnecting' && this.state !== 'destroying') {
    this.state = 'disconnecting';
    disconnect(this, false);
  }
  return this;
};

Worker.prototype.destroy = function destroy() {
  if (this.state === 'destroying') return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) process.exit(0);
  this.state = 'destroying';
  wire.send({ act: 'exitedAfterDisconnect' }, undefined, leave);
  process.once('disconnect', () => process.exit(0));
};

exports.cluster = cluster;
