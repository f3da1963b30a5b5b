// SPDX-License-Identifier: MIT
// The module 'worker_threads'.
'use strict';
const ports = require('internal/messaging/port');
const thread = require('internal/worker/thread');

function setEnvironmentData(key, value) {
  if (value === undefined) thread.environmentData.delete(key);
  else thread.environmentData.set(key, value);
}

function getEnvironmentData(key) {
  return thread.environmentData.get(key);
}

function moveMessagePortToContext(port, context) {
  return require('internal/messaging/moved').moveMessagePortToContext(port, context);
}

function markAsUncloneable(object) {
  return require('internal/structured_clone').markAsUncloneable(object);
}

function markAsUntransferable(object) {
  return require('internal/structured_clone').markAsUntransferable(object);
}

function isMarkedAsUntransferable(object) {
  return require('internal/structured_clone').isMarkedAsUntransferable(object);
}

// Modules that many programs do without.
function lazily(name, file) {
  Object.defineProperty(module.exports, name, {
    get() {
      const value = require(file)[name];
      Object.defineProperty(this, name, {
        value, writable: true, enumerable: true, configurable: true,
      });
      return value;
    },
    enumerable: true,
    configurable: true,
  });
}

module.exports = {
  isInternalThread: thread.isInternalThread,
  isMainThread: thread.isMainThread,
  MessagePort: ports.MessagePort,
  MessageChannel: ports.MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort: ports.receiveMessageOnPort,
  resourceLimits: thread.resourceLimits,
  threadId: thread.threadId,
  threadName: thread.threadName,
  SHARE_ENV: thread.SHARE_ENV,
  parentPort: thread.parentPort,
  workerData: thread.workerData,
  BroadcastChannel: undefined,
  setEnvironmentData,
  getEnvironmentData,
};
lazily('BroadcastChannel', 'internal/messaging/broadcast');
lazily('Worker', 'internal/worker/worker');
lazily('postMessageToThread', 'internal/worker/direct');
lazily('locks', 'internal/worker/locks');
