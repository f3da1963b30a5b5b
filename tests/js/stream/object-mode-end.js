// SPDX-License-Identifier: MIT
// Proves how many ticks follow writes without a callback that complete at once: in object mode one,
// for all of them, else none. An end() during such a write emits 'prefinish' at once.
'use strict';
const assert = require('assert');
const { PassThrough, Writable } = require('stream');

for (const objectMode of [true, false]) {
  const log = [];
  const through = new PassThrough({ objectMode });
  through.on('prefinish', () => log.push('prefinish'));
  through.on('finish', () => log.push('finish'));
  through.on('data', (data) => {
    log.push(String(data));
    if (log.length > 1) return;
    through.write('b');
    through.end('c');
  });
  through.end('a');
  log.push('returned');
  const writable = new Writable({
    objectMode,
    write(chunk, encoding, callback) {
      callback();
      writable.on('prefinish', () => log.push('second prefinish'));
      writable.end();
      log.push('ended');
    },
  });
  writable.write('a');
  setImmediate(() => {
    assert.strictEqual(log.join(', '),
      'a, b, c, prefinish, returned, second prefinish, ended, finish');
  });
}

// How many ticks pass from end() to 'finish'.
function ticks(objectMode, writes) {
  const writable = new Writable({ objectMode, write(chunk, encoding, callback) { callback(); } });
  let passed = 0;
  writable.on('finish', () => assert.strictEqual(passed, objectMode ? 2 : 1));
  (function mark() {
    process.nextTick(() => { if (++passed < 10) mark(); });
  })();
  for (let i = 0; i < writes; i++) writable.write('a');
  writable.end('last');
}
for (const writes of [0, 1, 3]) {
  ticks(true, writes);
  ticks(false, writes);
}
