// SPDX-License-Identifier: MIT
// Time, processor and memory: shapes and checks.
'use strict';
const assert = require('assert');
const [seconds, rest] = process.hrtime();
assert(Number.isInteger(seconds) && rest >= 0 && rest < 1e9);
assert(process.hrtime([seconds, rest])[0] >= 0);
assert.strictEqual(typeof process.hrtime.bigint(), 'bigint');
assert.throws(() => process.hrtime(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => process.hrtime([1]), { code: 'ERR_OUT_OF_RANGE' });
assert(process.uptime() > 0 && process.uptime() < 60);
assert.deepStrictEqual(Object.keys(process.memoryUsage()),
  ['rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers']);
assert(Object.values(process.memoryUsage()).every((n) => Number.isInteger(n) && n >= 0));
assert(process.memoryUsage.rss() > 1e6);
const before = process.cpuUsage();
const since = process.cpuUsage(before);
assert(since.user >= 0 && since.system >= 0 && since.user <= before.user + 1e7);
assert.throws(() => process.cpuUsage(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => process.cpuUsage({ user: -1, system: 1 }), { code: 'ERR_INVALID_ARG_VALUE' });
assert.strictEqual(Object.keys(process.resourceUsage()).length, 16);
assert(process.constrainedMemory() >= 0 && process.availableMemory() > 0);
