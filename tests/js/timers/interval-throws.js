// SPDX-License-Identifier: MIT
// An interval that throws is restarted before the error's handlers run: it comes before timers of
// the same duration that they start.
'use strict';
const still = new Int32Array(new SharedArrayBuffer(4));
const wait = (ms) => Atomics.wait(still, 0, 0, ms);

process.on('uncaughtException', (error) => {
  console.log(error.message);
  setTimeout(() => console.log('timeout'), 1);
  wait(3);
});
let count = 0;
const interval = setInterval(() => {
  if (++count === 2) clearInterval(interval);
  throw new Error(`interval ${count}`);
}, 1);
