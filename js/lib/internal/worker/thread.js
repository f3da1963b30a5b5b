// SPDX-License-Identifier: MIT
// What worker_threads says about this thread. In a worker, internal/worker/main.js fills it in.
'use strict';

exports.isMainThread = true;
exports.threadId = 0;
exports.threadName = '';
exports.isInternalThread = false;
exports.workerData = null;
exports.resourceLimits = {};
exports.environmentData = new Map();
exports.SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
exports.openParentPort = () => null; // the port, made when it is first asked for

let parentPort;
Object.defineProperty(exports, 'parentPort', {
  get() { return parentPort ??= exports.openParentPort(); },
});

// Kinds of messages between a worker and its parent that are about standard streams.
exports.kChunks = 'stdio'; // { type, stream, chunks }, null among them is the end
exports.kMore = 'stdioMore'; // { type, stream }
