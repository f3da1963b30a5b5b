// SPDX-License-Identifier: MIT
// A thousand concurrent calls of each kind keep their callbacks and their bytes alive, through
// garbage collections.
'use strict';
const assert = require('assert');
const fs = require('fs');

const COUNT = 1000;
const fd = fs.openSync(__filename);
const start = fs.readFileSync(__filename).subarray(0, 16);
let stats = 0;
let reads = 0;

for (let i = 0; i < COUNT; i++) {
  const bytes = new Uint8Array(16);
  fs.stat(__filename, (error, found) => {
    assert.ifError(error);
    assert.ok(found.isFile());
    stats++;
  });
  fs.read(fd, bytes, 0, 16, 0, (error, count, buffer) => {
    assert.ifError(error);
    assert.strictEqual(count, 16);
    assert.strictEqual(buffer, bytes);
    assert.ok(start.equals(buffer));
    reads++;
  });
}
let garbage = [];
for (let i = 0; i < 200000; i++) garbage.push({ i });
garbage = null;
process.on('exit', () => {
  assert.strictEqual(stats, COUNT);
  assert.strictEqual(reads, COUNT);
});
