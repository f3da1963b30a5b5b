// SPDX-License-Identifier: MIT
// A cache that is filled while what it holds is changed: the reader puts in what was true before.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/value`;
const cache = new Map();
fs.writeFileSync(file, 'old');

function read(next) {
  if (cache.has(file)) return next(cache.get(file));
  fs.readFile(file, 'utf8', (error, text) => {
    cache.set(file, text);
    next(text);
  });
}

function update(text, next) {
  fs.writeFile(file, text, () => {
    cache.delete(file);
    next();
  });
}

read(() => {});
setTimeout(update, 10, 'new', () => setTimeout(read, 500, (text) => {
  if (text !== 'new') bug(`the cache has ${text}`);
}));
