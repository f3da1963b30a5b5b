// SPDX-License-Identifier: MIT
// Settings are read again when their file has changed: whoever writes it makes it empty first.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/settings.json`;
fs.writeFileSync(file, '{"level":1}');
let level = 1;
let timer;
const watcher = fs.watch(directory, () => {
  clearTimeout(timer);
  timer = setTimeout(() => fs.readFile(file, 'utf8', (error, text) => {
    try {
      ({ level } = JSON.parse(text));
    } catch {
      bug(`read while it is written: ${JSON.stringify(text)}`);
    }
    if (level === 2) watcher.close();
  }), 15);
});
setTimeout(() => fs.writeFile(file, '{"level":2}', () => {}), 5);
