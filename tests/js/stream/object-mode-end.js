// SPDX-License-Identifier: MIT
// Proves that a stream of objects needs no tick either after a write without a callback that was
// done at once: an end() during that write comes to 'prefinish' before the write returns.
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
