// SPDX-License-Identifier: MIT
// A million immediates, each started by the previous one: one turn of the loop for each.
'use strict';
const COUNT = 1000000;
let left = COUNT;
const start = process.hrtime.bigint();
setImmediate(function again() {
  if (--left > 0) setImmediate(again);
  else console.log(Number(process.hrtime.bigint() - start) / COUNT);
});
