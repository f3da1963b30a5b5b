// SPDX-License-Identifier: MIT
// A lock for a limited time: whoever takes longer gives back what belongs to the next one.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const LEASE = 80;
let owner;
let until = 0;
function take(name, next) {
  if (owner !== undefined && Date.now() < until) return setTimeout(take, 10, name, next);
  owner = name;
  until = Date.now() + LEASE;
  next(() => {
    if (owner !== name) bug(`${name} gives back what ${owner} has`);
    owner = undefined;
  });
}

take('anna', (give) => fs.readFile(__filename, (error, text) =>
  fs.writeFile(`${directory}/copy`, text, give)));
setTimeout(take, 20, 'bert', (give) => fs.stat(`${directory}/copy`, give));
