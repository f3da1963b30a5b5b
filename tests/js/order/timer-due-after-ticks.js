// SPDX-License-Identifier: MIT
// What follows a timer is decided before its ticks run, by the time at which the phase began. But
// ticks that start a timer tell the loop the time, and it looks again.
'use strict';

function spin(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

function begin(name, withTimer) {
  setTimeout(() => { console.log(`${name}: inner`); }, 1);
  setImmediate(() => { console.log(`${name}: immediate`); });
  Promise.resolve().then(() => {
    if (withTimer) setTimeout(() => { console.log(`${name}: second`); }, 1);
    spin(10);
  });
  spin(10);
}

setTimeout(begin, 100, 'a microtask that takes long', false);
setTimeout(begin, 300, 'a microtask that starts a timer', true);
