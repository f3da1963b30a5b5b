// SPDX-License-Identifier: MIT
// A promise of WebAssembly keeps the process alive until it is settled.
'use strict';
const assert = require('assert');
const add = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100,
  100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11,
]);
const seen = [];
WebAssembly.compile(add)
  .then((module) => WebAssembly.instantiate(module))
  .then((instance) => seen.push(instance.exports.add(2, 3)));
WebAssembly.instantiate(add).then(({ instance }) => seen.push(instance.exports.add(1, 1)));
WebAssembly.compile(new Uint8Array(2)).catch((error) => {
  seen.push(error instanceof WebAssembly.CompileError);
});
process.on('exit', () => assert.deepStrictEqual(new Set(seen), new Set([5, 2, true])));
