// SPDX-License-Identifier: MIT
// Ticks that start ticks hold up everything else.
//
// The queue of process.nextTick is emptied before the loop goes on, and what a tick adds belongs to
// the same queue. So a timer of 0 ms comes after all thousand of them. Microtasks (promises) are
// emptied after the ticks, again and again until there are neither.
'use strict';
let count = 0;

setTimeout(() => console.log('timer, after', count, 'ticks'), 0);
setImmediate(() => console.log('immediate, after', count, 'ticks'));
Promise.resolve().then(() => console.log('promise, after', count, 'ticks'));

process.nextTick(function again() {
  if (++count < 1000) process.nextTick(again);
});

// Makes sure that the timer is due when the loop begins, so that it comes before the immediate.
const end = Date.now() + 5;
while (Date.now() < end);
console.log('main, after', count, 'ticks');
