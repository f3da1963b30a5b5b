// SPDX-License-Identifier: MIT
// Ticks and microtasks of a file callback that throws run before immediates. Those of an immediate
// that throws wait for the next one, which runs at once. If a tick
// throws, the others wait for what comes next.
'use strict';
const fs = require('fs');

process.on('uncaughtException', ({ message }) => { console.log(`uncaught ${message}`); });

function spin(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

function fileThrows() {
  fs.stat(__filename, () => {
    setImmediate(() => { console.log('immediate'); });
    for (let i = 0; i < 4; i++) {
      process.nextTick(() => {
        console.log(`tick ${i}`);
        if (i < 3) throw new Error(`tick ${i}`);
      });
    }
    Promise.resolve().then(() => { console.log('microtask'); });
    throw new Error('file');
  });
}

function immediateThrows() {
  setImmediate(() => {
    setTimeout(() => { console.log('timeout'); }, 1);
    setImmediate(() => { console.log('inner immediate'); });
    process.nextTick(() => { console.log('tick'); });
    Promise.resolve().then(() => { console.log('microtask'); });
    spin(20);
    throw new Error('immediate');
  });
}

fileThrows();
setTimeout(immediateThrows, 200);
