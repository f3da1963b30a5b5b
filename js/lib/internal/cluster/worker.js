// SPDX-License-Identifier: MIT
// cluster.Worker: a worker as the primary sees it, and as it sees itself. What differs between the
// two is added by internal/cluster/primary.js and internal/cluster/member.js.
'use strict';
const EventEmitter = require('events');

function Worker(options) {
  if (!(this instanceof Worker)) return new Worker(options);
  EventEmitter.call(this);
  if (options === null || typeof options !== 'object') options = {};
  this.exitedAfterDisconnect = undefined;
  this.state = options.state || 'none';
  this.id = options.id | 0;
  if (options.process) {
    this.process = options.process;
    this.process.on('error', (code, signal) => this.emit('error', code, signal));
    this.process.on('message', (message, handle) => this.emit('message', message, handle));
  }
}
Object.setPrototypeOf(Worker.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Worker, EventEmitter);

Worker.prototype.kill = function kill(...args) {
  Reflect.apply(this.destroy, this, args);
};

Worker.prototype.send = function send(...args) {
  return Reflect.apply(this.process.send, this.process, args);
};

Worker.prototype.isDead = function isDead() {
  return this.process.exitCode != null || this.process.signalCode != null;
};

Worker.prototype.isConnected = function isConnected() {
  return this.process.connected;
};

exports.Worker = Worker;
