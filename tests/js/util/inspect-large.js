// SPDX-License-Identifier: MIT
// Showing part of a large list takes no time for the rest; properties that are not elements are
// still found.
'use strict';
const assert = require('assert');
const { inspect } = require('util');

const make = (count) => ({
  numbers: new Array(count).fill(1),
  fractions: new Array(count).fill(0.5),
  objects: new Array(count).fill({}),
  bytes: new Uint8Array(count),
  buffer: Buffer.alloc(count),
  doubles: new Float64Array(count),
});

const lists = Object.values(make(2e6));
const before = process.cpuUsage();
for (const list of lists) inspect(list);
const { user } = process.cpuUsage(before);
const knows = process.execArgv.length === 0 && process.env.GYRE_ENGINE === undefined;
if (knows) assert.ok(user < 1.5e6, `${user} us`); // one key per element takes 10 s

for (const [name, list] of Object.entries(make(1000))) {
  list.extra = 7;
  assert.match(inspect(list), /\bextra: 7\b/, name);
  delete list.extra;
  list[Symbol('mark')] = 8;
  assert.match(inspect(list), /\[Symbol\(mark\)\]: 8\b/, name);
}
