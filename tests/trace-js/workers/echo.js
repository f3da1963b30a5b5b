// SPDX-License-Identifier: MIT
// A message to a worker and back: arrows from lane to lane.
'use strict';
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (isMainThread) {
  const worker = new Worker(__filename, { name: 'echo' });
  worker.on('message', function answered(text) {
    console.log(text);
  });
  worker.postMessage('there'); // asked
} else {
  parentPort.once('message', function asked(text) {
    parentPort.postMessage(`${text} and back`); // answered
  });
}
