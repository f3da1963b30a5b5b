#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Worker threads, each with a loop of its own: messages, timers, files, shared memory, errors,
// termination in the middle of everything.
'use strict';
const { Worker, isMainThread, parentPort, workerData, MessageChannel } = require('worker_threads');
const fs = require('fs');
const { once } = require('events');

const { say, run } = require('./say.js');

const jobs = {
  echo: () => parentPort.on('message', (value) => {
    if (value === null) parentPort.close();
    else parentPort.postMessage(value);
  }),
  timers: async () => {
    let ticks = 0;
    await new Promise((done) => {
      const timer = setInterval(() => {
        if (++ticks === 10) {
          clearInterval(timer);
          done();
        }
      }, 2);
    });
    parentPort.postMessage(ticks);
  },
  files: async () => {
    const name = `worker-${workerData.number}`;
    await fs.promises.writeFile(name, 'w'.repeat(workerData.number));
    parentPort.postMessage((await fs.promises.stat(name)).size);
  },
  shared: () => {
    const cells = new Int32Array(workerData.memory);
    for (let i = 0; i < 10000; i++) Atomics.add(cells, 0, 1);
    Atomics.add(cells, 1, 1);
    Atomics.notify(cells, 1);
  },
  throws: () => { throw new TypeError('thrown in a worker'); },
  exits: () => process.exit(7),
  endless: () => {
    parentPort.postMessage('begun');
    setInterval(() => fs.readFile(__filename, () => {}), 1);
  },
  spins: () => {
    parentPort.postMessage('begun');
    for (;;);
  },
};

function start(job, data = {}) {
  return new Worker(__filename, { workerData: { job, ...data } });
}

async function main() {
  const echo = start('echo');
  let sum = 0;
  for (let i = 0; i < 300; i++) echo.postMessage(i);
  for (let i = 0; i < 300; i++) sum += (await once(echo, 'message'))[0];
  echo.postMessage(null);
  say('echo', sum, await once(echo, 'exit'));

  const timers = Array.from({ length: 4 }, () => start('timers'));
  say('timers', (await Promise.all(timers.map((w) => once(w, 'message')))).flat());
  await Promise.all(timers.map((w) => w.terminate()));
  const files = Array.from({ length: 4 }, (_, number) => start('files', { number }));
  say('files', (await Promise.all(files.map((w) => once(w, 'message')))).flat());
  await Promise.all(files.map((w) => w.terminate()));
  const memory = new SharedArrayBuffer(8);
  const shared = Array.from({ length: 3 }, () => start('shared', { memory }));
  await Promise.all(shared.map((w) => once(w, 'exit')));
  say('shared', new Int32Array(memory));
  say('throws', String((await once(start('throws'), 'error'))[0]));
  say('exits', await once(start('exits'), 'exit'));
  for (const job of ['endless', 'spins']) {
    const worker = start(job);
    await once(worker, 'message');
    say(job, await worker.terminate());
  }
  const { port1, port2 } = new MessageChannel();
  port2.on('message', (value) => {
    say('channel', value);
    port2.close();
  });
  port1.postMessage({ map: new Map([[1, 'one']]) });
  await once(port1, 'close');
}

if (isMainThread) run(main);
else jobs[workerData.job]();
