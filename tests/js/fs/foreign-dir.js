// SPDX-License-Identifier: MIT
// A Dir that was made with something other than an open directory throws when it is used.
'use strict';
const assert = require('assert');
const fs = require('fs');

for (const handle of [{}, [], 1, 'text', fs.opendirSync, new Date()]) {
  for (const use of [
    (dir) => dir.close(() => {}), (dir) => dir.closeSync(), (dir) => dir.readSync(),
    (dir) => dir.read(() => {}),
  ]) assert.throws(() => use(new fs.Dir(handle, 'path')), TypeError);
}
const dir = fs.opendirSync(__dirname);
assert.ok(dir.readSync().name.length > 0);
dir.closeSync();
