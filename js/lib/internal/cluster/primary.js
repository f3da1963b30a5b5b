// SPDX-License-Identifier: MIT
// cluster in the primary process: forks workers and owns their sockets.
'use strict';
const EventEmitter = require('events');
const path = require('path');
const { process } = require('internal/process');
const { codes } = require('internal/errors');
const { Worker } = require('internal/cluster/worker');
const { Wire } = require('internal/cluster/wire');

const SCHED_NONE = 1;
const SCHED_RR = 2;
const policies = { none: SCHED_NONE, rr: SCHED_RR };

const cluster = new EventEmitter();
const handles = new Map(); // by key: what workers listen on
const allGone = new EventEmitter(); // 'disconnect': there are no workers any more
let ids = 0;
let policy; // what schedulingPolicy was at the first fork or setup

cluster.isWorker = false;
cluster.isMaster = true; // the name of before
cluster.isPrimary = true;
cluster.Worker = Worker;
cluster.workers = {};
cluster.settings = {};
cluster.SCHED_NONE = SCHED_NONE; // the kernel decides who gets a connection
cluster.SCHED_RR = SCHED_RR; // the primary gives them out in turn
cluster.schedulingPolicy = policies[process.env.NODE_CLUSTER_SCHED_POLICY] ?? SCHED_RR;

cluster.setupPrimary = function setupPrimary(options) {
  const settings = {
    args: process.argv.slice(2),
    exec: process.argv[1],
    execArgv: process.execArgv,
    silent: false,
    ...cluster.settings,
    ...options,
  };
  cluster.settings = settings;
  if (policy === undefined) {
    policy = cluster.schedulingPolicy;
    if (policy !== SCHED_NONE && policy !== SCHED_RR) {
      throw new codes.ERR_INTERNAL_ASSERTION(`Bad cluster.schedulingPolicy: ${policy}`);
    }
  }
  process.nextTick(() => cluster.emit('setup', settings));
};
cluster.setupMaster = cluster.setupPrimary;

function forkProcess(id, env) {
  const {
    exec, args, cwd, serialization, silent, windowsHide, execArgv, stdio, gid, uid,
  } = cluster.settings;
  return require('child_process').fork(exec, args, {
    cwd,
    env: { ...process.env, ...env, NODE_UNIQUE_ID: `${id}` },
    serialization,
    silent,
    windowsHide,
    execArgv: [...execArgv],
    stdio,
    gid,
    uid,
  });
}

function removeWorker(worker) {
  if (!worker) throw new codes.ERR_INTERNAL_ASSERTION();
  delete cluster.workers[worker.id];
  if (Object.keys(cluster.workers).length === 0) allGone.emit('disconnect');
}

function removeHandles(worker) {
  for (const [key, handle] of handles) {
    if (handle.remove(worker)) handles.delete(key);
  }
}

function onExit(worker, exitCode, signalCode) {
  // One that is still connected has something left to say.
  if (!worker.isConnected()) {
    removeHandles(worker);
    removeWorker(worker);
  }
  worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
  worker.state = 'dead';
  worker.emit('exit', exitCode, signalCode);
  cluster.emit('exit', worker, exitCode, signalCode);
}

function onDisconnect(worker) {
  removeHandles(worker);
  if (worker.isDead()) removeWorker(worker);
  worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
  worker.state = 'disconnected';
  worker.emit('disconnect');
  cluster.emit('disconnect', worker);
}

cluster.fork = function fork(env) {
  cluster.setupPrimary();
  const id = ++ids;
  const child = forkProcess(id, env);
  const worker = new Worker({ id, process: child });
  worker.on('message', (message, handle) => cluster.emit('message', worker, message, handle));
  child.once('exit', (exitCode, signalCode) => onExit(worker, exitCode, signalCode));
  child.once('disconnect', () => onDisconnect(worker));
  Object.defineProperty(worker, 'wire', {
    value: new Wire(child, (message, handle) => actions[message.act]?.(worker, message, handle)),
  });
  process.nextTick(() => cluster.emit('fork', worker));
  cluster.workers[id] = worker;
  return worker;
};

cluster.disconnect = function disconnect(callback) {
  const workers = Object.values(cluster.workers);
  if (workers.length === 0) {
    process.nextTick(() => allGone.emit('disconnect'));
  } else {
    for (const worker of workers) if (worker.isConnected()) worker.disconnect();
  }
  if (typeof callback === 'function') allGone.once('disconnect', callback);
};

// A path that is as short as can be: sockets have little room for it.
function shorter(message) {
  const { address, port } = message;
  if (!(port < 0) || typeof address !== 'string') return address;
  const relative = path.relative(process.cwd(), address);
  return relative.length < address.length ? relative : address;
}

function makeHandle(key, message) {
  const address = shorter(message);
  const { addressType } = message;
  if (policy !== SCHED_RR || addressType === 'udp4' || addressType === 'udp6') {
    return new (require('internal/cluster/shared').SharedHandle)(address, message);
  }
  return new (require('internal/cluster/round_robin').RoundRobinHandle)(key, address, message);
}

const actions = {
  __proto__: null,

  online(worker) {
    worker.state = 'online';
    worker.emit('online');
    cluster.emit('online', worker);
  },

  exitedAfterDisconnect(worker, message) {
    worker.exitedAfterDisconnect = true;
    worker.wire.send({ ack: message.seq });
  },

  // A worker wants to listen.
  queryServer(worker, message) {
    if (worker.exitedAfterDisconnect) return; // it has no use for one
    const { address, port, addressType, fd, index } = message;
    const key = `${address}:${port}:${addressType}:${fd}:${index}`;
    let shared = handles.get(key);
    if (shared === undefined) {
      shared = makeHandle(key, message);
      handles.set(key, shared);
    }
    shared.data ||= message.data;
    shared.add(worker, (errno, reply, handle) => {
      const data = handles.get(key)?.data;
      if (errno) handles.delete(key); // the next one tries again
      worker.wire.send({ errno, key, ack: message.seq, data, ...reply }, handle);
    });
  },

  listening(worker, { addressType, address, port, fd }) {
    const info = { addressType, address, port, fd };
    worker.state = 'listening';
    worker.emit('listening', info);
    cluster.emit('listening', worker, info);
  },

  close(worker, { key }) {
    if (handles.get(key)?.remove(worker)) handles.delete(key);
  },
};

Worker.prototype.disconnect = function disconnect() {
  this.exitedAfterDisconnect = true;
  this.wire.send({ act: 'disconnect' });
  removeHandles(this);
  removeWorker(this);
  return this;
};

Worker.prototype.destroy = function destroy(signal) {
  this.process.kill(signal || 'SIGTERM');
};

module.exports = cluster;
