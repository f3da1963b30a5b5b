// SPDX-License-Identifier: MIT
// The order that every article begins with.
//
// The main program runs to its end. Then the ticks; then the promises; and when both queues are
// empty the loop begins to turn: timers, then (after a look for I/O) immediates.
'use strict';
setTimeout(() => console.log('5 timeout'), 0);
setImmediate(() => console.log('6 immediate'));
Promise.resolve().then(() => console.log('3 promise')).then(() => console.log('4 promise'));
process.nextTick(() => console.log('2 tick'));

const end = Date.now() + 5; // the timer is due when the loop begins
while (Date.now() < end);
console.log('1 main');
