// SPDX-License-Identifier: MIT
// Errors that the engine itself throws have Node's stack and message when a handler of the process
// gets them.
'use strict';
const assert = require('assert');

const seen = [];
function look(error) {
  seen.push(error.message);
  assert.match(error.stack, /^TypeError: Cannot read properties of null \(reading '.*'\)\n +at /);
}
process.on('uncaughtException', look);
process.on('unhandledRejection', look);
process.on('exit', () => assert.strictEqual(seen.length, 2));
(async () => null.first)();
setTimeout(() => null.second, 1);
