// SPDX-License-Identifier: MIT
// better-sqlite3 and the V8 build of lmdb: refused with a message, and the process continues.
'use strict';
const assert = require('assert');

const fs = require('fs');
const path = require('path');

const isGyre = process.versions.javascriptcore !== undefined;
const lmdb = path.dirname(require.resolve('@lmdb/lmdb-linux-x64/package.json'));
const file = fs.readdirSync(lmdb).find((name) => name.startsWith('node.abi115.glibc'));
if (isGyre) {
  assert.throws(() => require(path.join(lmdb, file)),
    { code: 'ERR_DLOPEN_FAILED', message: /This addon is made for V8/ });
}
