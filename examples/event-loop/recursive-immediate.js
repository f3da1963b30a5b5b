// SPDX-License-Identifier: MIT
// A thousand immediates, each started by the one before, against a timer of 0 ms.
//
// setImmediate runs in the check phase. An immediate that is started while the phase runs waits for
// the next turn of the loop, so timers and I/O get their turn in between: the timer is not held up
// until the thousandth immediate. (process.nextTick instead of setImmediate would hold it up: see
// recursive-nexttick.js.)
'use strict';
let count = 0;
let timerCameAt = -1; // it has not come

setTimeout(() => { timerCameAt = count; }, 0);

setImmediate(function again() {
  if (++count < 1000 || timerCameAt === -1) {
    setImmediate(again);
    return;
  }
  console.log('the timer came before the last immediate:', timerCameAt < count);
});
