// SPDX-License-Identifier: MIT
// Every name that Node 20's modules export is exported here: a missing one breaks programs that
// import it, even unused. fixtures/exported-names.txt is the list.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');

// Missing so far; names that exist by now can be removed.
const LATER = { crypto: true, worker_threads: true };

process.removeAllListeners('warning');
const file = path.join(__dirname, 'fixtures/exported-names.txt');
const wanted = new Map();
let current;
for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
  if (line === '' || line[0] === '#') continue;
  if (line[0] !== ' ') wanted.set(line, current = []);
  else current.push(...line.trim().split(/\s+/));
}
assert(wanted.size > 60);
const missing = [];
for (const [name, list] of wanted) {
  const exported = require(name);
  const known = new Set([...Object.keys(exported), ...Object.getOwnPropertyNames(exported)]);
  for (const key of list) if (!known.has(key)) missing.push(`${name}.${key}`);
}
assert.deepStrictEqual(missing.filter((one) => !LATER[one.split('.')[0]]), []);
