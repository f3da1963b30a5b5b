// SPDX-License-Identifier: MIT
// Within a callback of I/O, setImmediate always comes before setTimeout(0).
//
// I/O is served in the poll phase. The check phase, with the immediates, follows it directly;
// timers
// come only after that. In the main program the two would race: whether the timer is due when the
// loop begins depends on how long the start took.
'use strict';
const fs = require('fs');

fs.stat(__filename, () => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
});
