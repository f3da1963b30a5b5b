// SPDX-License-Identifier: MIT
// The first file of a worker's program. The first message from the parent says what to run, and
// with what; it is there when the thread begins.
'use strict';
const native = binding('worker');
const program = require('internal/program');
const thread = require('internal/worker/thread');
const { Line, newNumber } = require('internal/messaging/road');

let line; // to the parent, for the library

// The rest of the messages waits until this has run.
function run() {
  let start;
  line = new Line(native.port, (message) => {
    if (start === undefined) start = message;
    else onMessage(message);
  });
  line.takeOne();
  tellOfThread(start);
  if (start.env !== undefined) program.env = start.env;
  else require('internal/process/env').share();
  if (start.heapLimit > 0) native.limitHeap(start.heapLimit);
  Object.assign(program.options, start.options);
  program.inWorker = true;
  program.execArgv = start.execArgv;
  program.argv = [binding('process').execPath, ...start.argv];
  program.tellParent = tellOfError;
  program.onProcess = (process, streamsMade) => prepareProcess(start, process, streamsMade);
  if (start.tracksFiles) program.files = lazyFiles;
  applyOptions(start);
  if (native.isTraced) require('internal/scope/start').startInWorker(start.name, start.isNamed);
  native.ready();
  line.tell({ type: 'online' });
  startWithin(start);
  native.started();
}

function tellOfThread(start) {
  thread.isMainThread = false;
  thread.threadId = native.threadId;
  thread.threadName = start.name;
  thread.isInternalThread = start.kind === 'hooks';
  if (start.isNamed) native.setName(start.name);
  thread.workerData = start.workerData;
  thread.resourceLimits = start.resourceLimits;
  if (start.environmentData !== undefined) thread.environmentData = start.environmentData;
  const number = newNumber(); // its turn comes before that of ports which the program makes
  thread.openParentPort = () => (
    require('internal/messaging/port').attach(native.publicPort, number));
}

const lazyFiles = {
  opened: (fd) => require('internal/worker/files').opened(fd),
  closed: (fd) => require('internal/worker/files').closed(fd),
};

const streams = {};

function prepareProcess(start, process, streamsMade) {
  const stdio = () => require('internal/worker/stdio'); // streams, which many do without
  const make = {
    stdin() {
      const { ReadableStdio } = stdio();
      const stream = new ReadableStdio(line, 'stdin', true);
      if (!start.hasStdin) stream.push(null);
      return stream;
    },
    stdout: () => new (stdio().WritableStdio)(line, 'stdout'),
    stderr: () => new (stdio().WritableStdio)(line, 'stderr'),
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
  require('internal/worker/process').limit(process);
  process.on('exit', sendRest);
}

// Sends output that waits behind data that the reader has not requested yet, and calls back the
// program, before its own listeners.
function sendRest() {
  for (const name of ['stdout', 'stderr']) streams[name]?.more();
}

// What the parent may ask for.
const answers = {
  __proto__: null,
  heapStatistics: () => require('v8').getHeapStatistics(),
};

function onMessage({ type, stream, chunks, what, number }) {
  if (type === 'ask') {
    line.postMessage({ type: 'answer', number, value: answers[what]() });
    return;
  }
  if (type === thread.kMore) {
    streams[stream]?.more();
  } else if (type === thread.kChunks) {
    const { kTake } = require('internal/worker/stdio');
    require('internal/process').process[stream][kTake](chunks);
  }
}

function applyOptions(start) {
  if (Object.keys(start.options).length > 0) {
    require('internal/prepare').applyInWorker(program.options);
  }
}

// An error that nothing caught is the parent's to report.
function tellOfError(error) {
  const sent = require('internal/worker/errors').pack(error);
  line.postMessage(sent === undefined ? { type: 'lostError' } : { type: 'error', sent });
}

// As in Node, where the program begins within the event of a port: what it throws is thrown by a
// tick, behind those that the program has made by then.
function startWithin(start) {
  try {
    startProgram(start);
  } catch (error) {
    require('internal/tick').nextTick(() => { throw error; });
  }
}

function startProgram({ filename, kind }) {
  if (kind === 'hooks') {
    require('internal/modules/hooks/thread').run(thread.workerData);
  } else if (kind === 'text') {
    program.argv.splice(1, 0, '[worker eval]');
    require('internal/startup').runText(filename, '[worker eval]', false);
  } else if (kind === 'module') { // a data: URL
    program.argv.splice(1, 0, filename);
    const { Module } = require('internal/modules/cjs');
    Module._initPaths();
    require('internal/modules/run').runURL(filename);
  } else {
    program.argv.splice(1, 0, filename);
    require('internal/modules/cjs').Module.runMain(filename);
  }
}

exports.run = run;
