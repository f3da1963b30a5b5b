// SPDX-License-Identifier: MIT
// Of this engine: callbacks of a FinalizationRegistry run while the program waits, and ticks run
// after them.
'use strict';
const assert = require('assert');
let told = 0;
let ticks = 0;
const registered = new FinalizationRegistry(() => {
  told++;
  process.nextTick(() => { ticks++; });
});
(function fill() {
  for (let i = 0; i < 10; i++) registered.register({ room: new Array(1000) }, i);
}());
let rounds = 0;
const timer = setInterval(() => {
  const garbage = [];
  for (let i = 0; i < 100000; i++) garbage.push({ i });
  if (ticks > 0 || ++rounds > 500) clearInterval(timer);
}, 5);
process.on('exit', () => {
  assert(told > 0);
  assert.strictEqual(ticks > 0, true);
});
