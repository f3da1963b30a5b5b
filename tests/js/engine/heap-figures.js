// SPDX-License-Identifier: MIT
// The engine's heap figures are not zero, and grow with what is kept alive.
'use strict';
const assert = require('assert');

process.on('warning', (warning) => assert.fail(warning));
const before = process.memoryUsage();
const kept = Array.from({ length: 1e5 }, (_, i) => ({ i, name: `name ${i}` }));
const after = process.memoryUsage();
assert.ok(before.heapTotal > 0 && before.heapUsed >= 0 && before.external >= 0);
assert.ok(after.heapTotal > before.heapTotal, `${before.heapTotal} ${after.heapTotal}`);
assert.strictEqual(kept.length, 1e5);
