// SPDX-License-Identifier: MIT
// Read, wait, write, in memory: two payments see the same balance. They ask different files.
'use strict';
const fs = require('fs');
const path = require('path');
const { bug } = require('./scene');

const accounts = { anna: 100 };

async function pay(name, amount, limits) {
  const before = accounts[name];
  await fs.promises.access(limits);
  await fs.promises.stat(limits);
  accounts[name] = before - amount;
}

const first = pay('anna', 30, __filename);
setTimeout(async () => {
  await Promise.all([first, pay('anna', 20, path.join(__dirname, 'scene.js'))]);
  if (accounts.anna !== 50) bug(`100 - 30 - 20 is ${accounts.anna}`);
}, 25);
