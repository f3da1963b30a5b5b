// SPDX-License-Identifier: MIT
// An unreferenced immediate waits until something wakes the loop, here a timer. The engine's own
// work, which also wakes the loop, does not count.
'use strict';
setTimeout(() => console.log('timer'), 30);
const immediate = setImmediate(() => {
  console.log('first immediate');
  setImmediate(() => console.log('second immediate'));
});
immediate.unref();
