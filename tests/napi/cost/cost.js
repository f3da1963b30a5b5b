// SPDX-License-Identifier: MIT
// Prints what calls of an addon cost, in nanoseconds of CPU time: name, number.
'use strict';
const native = require('./build/Release/cost.node');

const ROUNDS = 5;
const used = (before) => {
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

function measure(name, fn, times = 300000) {
  for (let i = 0; i < 50000; i++) fn(i);
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) fn(i);
    best = Math.min(best, used(before));
  }
  console.log(name, Math.round(best * 1000 / times));
}

// Before the others: the finalizers that they leave behind run on the loop, too.
async function measureThreads(times = 200000) {
  let best = Infinity;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    let calls = 0;
    await new Promise((resolve) => {
      native.thread(() => {
        if (++calls === times) resolve();
      }, times);
    });
    if (round > 0) best = Math.min(best, used(before));
  }
  console.log('thread-safe', Math.round(best * 1000 / times));
}

function measureCalls() {
  const text = '0123456789'.repeat(10);
  const bytes = Buffer.alloc(1024, 1);
  const counter = new native.Counter();
  measure('two-numbers', (i) => native.add(i, 0.5));
  measure('string-of-100', () => native.text(text));
  measure('buffer-of-1KiB', () => native.sum(bytes));
  measure('new-buffer-of-1KiB', () => native.buffer(), 100000);
  measure('method', () => counter.next());
  measure('new-object', () => new native.Counter(), 100000);
}

measureThreads().then(measureCalls);
