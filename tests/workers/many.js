// SPDX-License-Identifier: MIT
// 64 workers at once, each with its share of the work: all messages arrive, in order, at each.
// many.js [WORKERS]
'use strict';
const assert = require('assert');
const { Worker } = require('worker_threads');

const WORKERS = +process.argv[2] || 64;
const MESSAGES = 200;
const program = `
  const { parentPort } = require('worker_threads');
  parentPort.on('message', ({ number, bytes }) => {
    let sum = 0;
    for (const byte of bytes) sum += byte;
    parentPort.postMessage({ number, sum, bytes }, [bytes.buffer]);
    if (number === ${MESSAGES - 1}) parentPort.close();
  });
`;
let ended = 0;

for (let i = 0; i < WORKERS; i++) {
  const worker = new Worker(program, { eval: true });
  let next = 0;
  const send = () => {
    const bytes = new Uint8Array(1000).fill((i + next) % 256);
    worker.postMessage({ number: next, bytes }, [bytes.buffer]);
    assert.strictEqual(bytes.length, 0);
  };
  worker.on('message', ({ number, sum, bytes }) => {
    assert.strictEqual(number, next);
    assert.strictEqual(sum, (i + next) % 256 * 1000);
    assert.strictEqual(bytes.length, 1000);
    if (++next < MESSAGES) send();
  });
  worker.on('exit', (code) => {
    assert.deepStrictEqual([code, next], [0, MESSAGES]);
    ended++;
  });
  send();
}
process.on('exit', () => assert.strictEqual(ended, WORKERS));
