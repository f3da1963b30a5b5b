// SPDX-License-Identifier: MIT
// Timers that are unref'd do not keep the program alive: it ends at once.
'use strict';
const assert = require('assert');

const LONG = 20000;
const begin = Date.now();
const fail = () => assert.fail('nothing waits for this');

setTimeout(fail, LONG).unref();
setInterval(fail, LONG).unref();
const other = setTimeout(fail, LONG);
other.unref();
other.ref();
other.unref();

process.on('exit', () => assert.ok(Date.now() - begin < LONG / 2));
