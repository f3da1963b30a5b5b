// SPDX-License-Identifier: MIT
// A signal with two names has separate listeners for each of them.
'use strict';
const assert = require('assert');
const { constants: { signals } } = require('os');

const pairs = [['SIGABRT', 'SIGIOT'], ['SIGIO', 'SIGPOLL']];
const heard = [];
for (const pair of pairs) {
  assert.strictEqual(signals[pair[0]], signals[pair[1]]);
  for (const name of pair) process.on(name, (...args) => heard.push([name, ...args]));
}
for (const [, second] of pairs) process.kill(process.pid, second);
const keepAlive = setInterval(() => {
  if (heard.length < 4) return;
  clearInterval(keepAlive);
  heard.sort();
  assert.deepStrictEqual(heard, pairs.flat().sort().map((name) => [name, name, signals[name]]));
  for (const name of pairs.flat()) process.removeAllListeners(name);
  for (const name of pairs.flat().reverse()) {
    const listener = () => {};
    process.on(name, listener);
    process.off(name, listener);
  }
}, 5);
setTimeout(() => assert.strictEqual(heard.length, 4), 5000).unref();
