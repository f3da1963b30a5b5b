// SPDX-License-Identifier: MIT
// Proves that new objects get more room while collections take much of the time, and less again
// when they do not.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

if (process.env.GYRE_ENGINE && process.argv[2] === undefined) process.exit(77);

// A third of what is made lives for a while, so that each collection has something to mark.
const ring = new Array(20000);

function make(count) {
  for (let i = 0; i < count; i++) {
    const thing = { number: i, text: `text ${i}`, list: [i, i + 1], next: null };
    if (i % 3 === 0) ring[i / 3 % ring.length] = thing;
  }
}

function busy(times) {
  for (let i = 0; i < times; i++) make(10000);
}

function calm(times) {
  for (let i = 0; i < times; i++) {
    make(400);
    for (const next = performance.now() + 1; performance.now() < next;);
  }
}

// How many bytes the engine allowed at its last collection.
function room(parts, ...phases) {
  const env = { ...process.env, JSC_logGC: '1', GYRE_ENGINE: parts };
  delete env.GYRE_GC_STRESS;
  if (parts === '') delete env.GYRE_ENGINE;
  const child = spawnSync(process.execPath, [__filename, ...phases],
    { env, encoding: 'latin1', maxBuffer: 1 << 28 });
  assert.strictEqual(child.status, 0, child.stderr.slice(-500));
  return Number(child.stderr.match(/(?<=bytes allowed: )\d+/g).at(-1));
}

if (process.argv[2] === 'busy') {
  busy(2500);
  if (process.argv[3] === 'calm') calm(2500);
} else {
  const plain = room('without:growth', 'busy');
  const often = room('', 'busy');
  const seldom = room('', 'busy', 'calm');
  const said = `${plain}, ${often}, ${seldom}`;
  assert.ok(often > 1.4 * plain, said);
  assert.ok(seldom < 0.8 * often, said);
}
