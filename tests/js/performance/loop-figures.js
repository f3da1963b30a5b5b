// SPDX-License-Identifier: MIT
// eventLoopUtilization and monitorEventLoopDelay see a loop that sleeps, and one that is busy.
'use strict';
const assert = require('assert');
const { performance, monitorEventLoopDelay } = require('perf_hooks');

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let before;
setTimeout(() => {
  const asleep = performance.eventLoopUtilization();
  assert.ok(asleep.idle > 20, `idle ${asleep.idle}`);
  before = asleep;
  const start = performance.now();
  while (performance.now() - start < 60);
  const busy = performance.eventLoopUtilization(before);
  assert.ok(busy.utilization > 0.9, `busy ${busy.utilization}`);
  setTimeout(() => {
    delay.disable();
    assert.ok(delay.max >= 55e6, `max ${delay.max}`);
    assert.ok(delay.count > 3);
  }, 20);
}, 60);
