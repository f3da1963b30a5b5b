// SPDX-License-Identifier: MIT
// A worker that waits for messages takes little memory: about 3 MB, Node's takes 9.
'use strict';
const assert = require('assert');
const { once } = require('events');
const { Worker } = require('worker_threads');

if (/\/[at]san\//.test(process.execPath)) process.exit(77); // sanitizers keep freed memory

const COUNT = 8;
const MOST = 6e6; // bytes
const program = `const { parentPort: port } = require('worker_threads');
port.on('message', () => port.close());
port.postMessage({ list: [1], text: '' });`;

async function make() {
  const worker = new Worker(program, { eval: true });
  await once(worker, 'message');
  return worker;
}

(async () => {
  const workers = [await make()]; // the first one allocates what all share
  const before = process.memoryUsage.rss();
  for (let i = 0; i < COUNT; i++) workers.push(await make());
  const each = (process.memoryUsage.rss() - before) / COUNT;
  for (const worker of workers) worker.postMessage(0);
  if (process.versions.javascriptcore !== undefined) assert.ok(each < MOST, `${each} bytes`);
})();
