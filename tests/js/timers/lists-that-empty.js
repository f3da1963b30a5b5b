// SPDX-License-Identifier: MIT
// A timer that starts after all others of its duration were cleared is due by its own start, and
// after one of another duration that is due at the same time and was started before.
'use strict';
const assert = require('assert');

const seen = [];
clearTimeout(setTimeout(() => assert.fail(), 30));
const start = Date.now();
while (Date.now() - start < 15);
setTimeout(() => seen.push('first 20'), 20);
setTimeout(() => seen.push('30'), 30);
setTimeout(() => seen.push('second 20'), 20);
process.on('exit', () => assert.deepStrictEqual(seen, ['first 20', 'second 20', '30']));
