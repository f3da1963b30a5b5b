// SPDX-License-Identifier: MIT
// A million timers of 1 ms, and their expiry.
'use strict';
const COUNT = 1000000;
let left = COUNT;
function done() {
  if (--left === 0) console.log(Number(process.hrtime.bigint() - start) / COUNT);
}
const start = process.hrtime.bigint();
for (let i = 0; i < COUNT; i++) setTimeout(done, 1);
