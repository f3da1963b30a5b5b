// SPDX-License-Identifier: MIT
// Four timers, of 100, 200, 300 and 400 ms, seen by a loop that was busy until 250 ms.
//
// When the loop comes round to its timers, all that are due run, in the order of their times, one
// after another: those of 100 and 200 ms. The others stay for later turns, at their own times.
'use strict';
const start = Date.now();
const passed = () => Date.now() - start;
const ran = [];

for (const ms of [400, 200, 300, 100]) {
  setTimeout(() => {
    ran.push(ms);
    if (ran.length === 4) console.log('in all:', ran.join(', '));
  }, ms);
}

while (passed() < 250);
setImmediate(() => console.log('the first turn began with', ran.slice(0, 2).join(', ')));
