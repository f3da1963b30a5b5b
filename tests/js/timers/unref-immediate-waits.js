// SPDX-License-Identifier: MIT
// An immediate that does not keep the loop awake waits for what wakes it, a timer here. The
// engine's own work, which also wakes the loop, does not count.
'use strict';
setTimeout(() => console.log('timer'), 30);
const immediate = setImmediate(() => {
  console.log('first immediate');
  setImmediate(() => console.log('second immediate'));
});
immediate.unref();
