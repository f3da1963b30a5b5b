// SPDX-License-Identifier: MIT
// uuid: known results of the versions made from names, and the shape of the random ones.
'use strict';
const assert = require('assert');
const uuid = require('uuid');

const name = 'hello.example.com';
assert.strictEqual(uuid.v5(name, uuid.v5.DNS), 'fdda765f-fc57-5604-a269-52a7df8164ec');
assert.strictEqual(uuid.v3(name, uuid.v3.DNS), '9125a8dc-52ee-365b-a5aa-81b0b3681cf6');
const many = new Set(Array.from({ length: 1000 }, () => uuid.v4()));
assert.strictEqual(many.size, 1000);
for (const one of many) assert.ok(uuid.validate(one) && uuid.version(one) === 4);
assert.deepStrictEqual(uuid.stringify(uuid.parse([...many][0])), [...many][0]);
const times = Array.from({ length: 50 }, () => uuid.v7());
assert.deepStrictEqual(times, [...times].sort());
assert.strictEqual(uuid.version(uuid.v1()), 1);
