// SPDX-License-Identifier: MIT
// The first file of a worker's program. The first message from the parent says what to run, and
// with what; it is there when the thread begins.
'use strict';
const native = binding('worker');
const program = require('internal/program');
const thread = require('internal/worker/thread');
const ports = require('internal/messaging/port');

let port; // to the parent, for the library

function run() {
  port = ports.attach(native.port);
  const { message: start } = ports.receiveMessageOnPort(port);
  thread.isMainThread = false;
  thread.threadId = native.threadId;
  thread.threadName = start.name;
  thread.isInternalThread = start.kind === 'hooks';
  if (start.isNamed) native.setName(start.name);
  thread.parentPort = start.publicPort;
  thread.workerData = start.workerData;
  thread.resourceLimits = start.resourceLimits;
  thread.environmentData = start.environmentData;
  thread.directoryCounter = start.directoryCounter;
  if (start.env !== undefined) program.env = start.env;
  else require('internal/process/env').share();
  if (start.heapLimit > 0) native.limitHeap(start.heapLimit);
  Object.assign(program.options, start.options);
  program.execArgv = start.execArgv;
  program.argv = [binding('process').execPath, ...start.argv];
  prepareProcess(start);
  port.on('message', onMessage);
  port.unref();
  require('internal/fatal').tellParent = tellOfError;
  // Whatever listens there keeps the worker alive, as a port does; nobody does yet.
  thread.parentPort.unref();
  applyOptions(start);
  native.ready();
  port.postMessage({ type: 'online' });
  startProgram(start);
}

const streams = {};

function prepareProcess(start) {
  const { process, streamsMade } = require('internal/process');
  const stdio = () => require('internal/worker/stdio'); // streams, which many do without
  const make = {
    stdin() {
      const { ReadableStdio } = stdio();
      const stream = new ReadableStdio(port, 'stdin', true);
      if (!start.hasStdin) stream.push(null);
      return stream;
    },
    stdout: () => new (stdio().WritableStdio)(port, 'stdout'),
    stderr: () => new (stdio().WritableStdio)(port, 'stderr'),
  };
  for (const name of Object.keys(make)) {
    streamsMade[name] = true; // the console writes to the stream
    Object.defineProperty(process, name, {
      get() { return streams[name] ??= make[name](); },
      set: undefined,
      enumerable: true,
      configurable: true,
    });
  }
  require('internal/worker/process').limit(process, thread.directoryCounter);
  if (start.tracksFiles) program.files = require('internal/worker/files');
}

// What the parent may ask for.
const answers = {
  __proto__: null,
  heapStatistics: () => require('v8').getHeapStatistics(),
};

function onMessage({ type, stream, chunks, what, number }) {
  if (type === 'ask') {
    port.postMessage({ type: 'answer', number, value: answers[what]() });
    return;
  }
  const { kChunks, kMore, kTake } = require('internal/worker/stdio');
  if (type === kChunks) require('internal/process').process[stream][kTake](chunks);
  else if (type === kMore) streams[stream]?.more();
}

function applyOptions(start) {
  if (Object.keys(start.options).length > 0) {
    require('internal/prepare').applyInWorker(program.options);
  }
}

// An error that nothing caught is the parent's to report.
function tellOfError(error) {
  const sent = require('internal/worker/errors').pack(error);
  port.postMessage(sent === undefined ? { type: 'lostError' } : { type: 'error', sent });
}

function startProgram({ filename, kind }) {
  const { process } = require('internal/process');
  if (kind === 'hooks') {
    require('internal/modules/hooks/thread').run(thread.workerData);
  } else if (kind === 'text') {
    process.argv.splice(1, 0, '[worker eval]');
    require('internal/startup').runText(filename, '[worker eval]', false);
  } else if (kind === 'module') { // a data: URL
    process.argv.splice(1, 0, filename);
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    require('internal/modules/run').runURL(filename);
  } else {
    process.argv.splice(1, 0, filename);
    require('internal/modules/cjs').Module.runMain(filename);
  }
}

exports.run = run;
