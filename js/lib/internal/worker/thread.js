// SPDX-License-Identifier: MIT
// What worker_threads tells of this thread. internal/worker/main.js fills it in, in a worker.
'use strict';

exports.isMainThread = true;
exports.threadId = 0;
exports.threadName = '';
exports.isInternalThread = false;
exports.parentPort = null;
exports.workerData = null;
exports.resourceLimits = {};
exports.directoryCounter = undefined; // how often the main thread has changed the directory
exports.environmentData = new Map();
exports.SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
