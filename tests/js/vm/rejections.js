// SPDX-License-Identifier: MIT
// An unhandled rejection of a promise of another realm is reported like one of this realm.
'use strict';
const assert = require('assert');
const vm = require('vm');

const seen = [];
process.on('unhandledRejection', (reason, promise) => { seen.push([reason, promise]); });
process.on('rejectionHandled', (promise) => { seen.push(['handled', promise]); });
const realm = vm.createContext({});
const refused = vm.runInContext('Promise.reject(1)', realm);
const thrown = vm.runInContext('Promise.resolve().then(() => { throw 2; })', realm);
vm.runInContext('Promise.reject(3).catch(() => {})', realm);
vm.runInContext('(async () => { throw 4; })()', realm).catch(() => {});
setTimeout(() => { thrown.catch(() => {}); }, 5);
process.on('exit', () => {
  assert.deepStrictEqual(seen.map(([reason]) => reason), [1, 2, 'handled']);
  assert.strictEqual(seen[0][1], refused);
  assert.strictEqual(seen[1][1], thrown);
  assert.strictEqual(seen[2][1], thrown);
});
