// SPDX-License-Identifier: MIT
// A million ticks at once.
'use strict';
const COUNT = 1000000;
let left = COUNT;
function done() {
  if (--left === 0) console.log(Number(process.hrtime.bigint() - start) / COUNT);
}
const start = process.hrtime.bigint();
for (let i = 0; i < COUNT; i++) process.nextTick(done);
