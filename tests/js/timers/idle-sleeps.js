// SPDX-License-Identifier: MIT
// A program that only waits for its interval sleeps in between: the main thread falls asleep about
// once per tick.
'use strict';
const assert = require('assert');

// A collection at every callback makes the thread sleep, while its helpers work.
if (process.env.GYRE_GC_STRESS) process.exit(77);
const fs = require('fs');

const TICKS = 20;
const WARM = 5; // the first ones compile and load

function sleeps() {
  const status = fs.readFileSync(`/proc/self/task/${process.pid}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)[1]);
}

let count = 0;
let before;
const interval = setInterval(() => {
  count++;
  if (count === WARM) before = sleeps();
  if (count < WARM + TICKS) return;
  clearInterval(interval);
  const seen = sleeps() - before;
  assert.ok(seen >= TICKS, `${seen} sleeps in ${TICKS} ticks`);
  assert.ok(seen <= 2 * TICKS, `${seen} sleeps in ${TICKS} ticks`);
}, 50);
