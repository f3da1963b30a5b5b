// SPDX-License-Identifier: MIT
// A timer of 100 ms, file work that takes 95 ms, and a callback of it that takes 10 ms.
//
// A timer says when its callback may run at the earliest. The loop waits for I/O; after 95 ms that
// comes, and its callback keeps the thread for 10 ms. Only then does the loop look at its
// timers: the one of 100 ms runs after about 105.
'use strict';
const start = Date.now();
const passed = () => Date.now() - start;

// Stands for reading a large file: done after 95 ms.
function readSlowly(callback) {
  setTimeout(callback, 95);
}

readSlowly(() => {
  const end = Date.now() + 10;
  while (Date.now() < end);
  console.log('the callback is done', passed() >= 105 ? 'after 105 ms or later' : 'too early');
});

setTimeout(() => {
  const ms = passed();
  console.log('the timer of 100 ms ran', ms >= 105 ? 'after 105 ms or later' : `after ${ms} ms`);
}, 100);
