// SPDX-License-Identifier: MIT
// What the engine tells of its heap is more than nothing, and grows with what is kept.
'use strict';
const assert = require('assert');

process.on('warning', (warning) => assert.fail(warning));
const before = process.memoryUsage();
const kept = Array.from({ length: 1e5 }, (_, i) => ({ i, name: `name ${i}` }));
const after = process.memoryUsage();
assert.ok(before.heapTotal > 0 && before.heapUsed >= 0 && before.external >= 0);
assert.ok(after.heapTotal > before.heapTotal, `${before.heapTotal} ${after.heapTotal}`);
assert.strictEqual(kept.length, 1e5);
