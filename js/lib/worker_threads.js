// SPDX-License-Identifier: MIT
// The module 'worker_threads', as the main thread sees it.
'use strict';
const { codes } = require('internal/errors');
const clone = require('internal/structured_clone');
const ports = require('internal/messaging/port');
const { BroadcastChannel } = require('internal/messaging/broadcast');

const environment = new Map();

class Worker {
  constructor() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('Worker()');
  }
}

function setEnvironmentData(key, value) {
  if (value === undefined) environment.delete(key);
  else environment.set(key, value);
}

function getEnvironmentData(key) {
  return environment.get(key);
}

function moveMessagePortToContext() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('moveMessagePortToContext()');
}

module.exports = {
  isMainThread: true,
  MessagePort: ports.MessagePort,
  MessageChannel: ports.MessageChannel,
  markAsUncloneable: clone.markAsUncloneable,
  markAsUntransferable: clone.markAsUntransferable,
  isMarkedAsUntransferable: clone.isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort: ports.receiveMessageOnPort,
  resourceLimits: {},
  threadId: 0,
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  parentPort: null,
  workerData: null,
  BroadcastChannel,
  setEnvironmentData,
  getEnvironmentData,
};
