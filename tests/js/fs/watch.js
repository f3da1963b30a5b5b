// SPDX-License-Identifier: MIT
// fs.watch reports a new file and closes; watchFile passes the stats before and after.
'use strict';
const assert = require('assert');
const fs = require('fs');

const directory = fs.mkdtempSync('watch-');
let changed = false;
let stated = false;
const watcher = fs.watch(directory, (type, name) => {
  assert.strictEqual(name, 'new');
  watcher.close();
});
watcher.on('close', () => {
  changed = true;
  fs.watchFile(`${directory}/new`, { interval: 20 }, (now, before) => {
    assert.strictEqual(before.size, 0);
    assert.strictEqual(now.size, 4);
    fs.unwatchFile(`${directory}/new`);
    fs.rmSync(directory, { recursive: true });
    stated = true;
  });
  setTimeout(() => fs.writeFileSync(`${directory}/new`, 'text'), 60);
});
setTimeout(() => fs.writeFileSync(`${directory}/new`, ''), 20);
process.on('exit', () => assert.ok(changed && stated));
