// SPDX-License-Identifier: MIT
// A large object that is copied to a worker and back: 10,000 records with texts, numbers, lists,
// dates and maps. The time of one direction.
'use strict';
const { Worker, isMainThread, parentPort } = require('worker_threads');

const [RECORDS, WARM, COUNT] = [10000, 5, 20];
if (isMainThread) {
  const worker = new Worker(__filename);
  let left = WARM + COUNT;
  let start;
  worker.on('message', (list) => {
    if (list[RECORDS - 1].tags.get('b') !== RECORDS - 1) throw new Error('not the same');
    if (--left === COUNT) start = process.hrtime.bigint();
    if (left > 0) {
      worker.postMessage(list);
      return;
    }
    console.log(Number(process.hrtime.bigint() - start) / COUNT / 2);
    worker.terminate();
  });
  worker.postMessage(Array.from({ length: RECORDS }, (_, i) => ({
    id: i, name: `name of ${i}`, share: i / 7, list: [i, i + 1, 'é'], when: new Date(i),
    tags: new Map([['a', true], ['b', i]]), inner: { left: null, right: { deep: undefined } },
  })));
} else {
  parentPort.on('message', (list) => parentPort.postMessage(list));
}
