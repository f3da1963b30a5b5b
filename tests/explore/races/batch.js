// SPDX-License-Identifier: MIT
// Questions are collected and asked together: one that comes while the others are answered is in
// the same list, and gets no answer.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

fs.writeFileSync(`${directory}/table`, JSON.stringify({ a: 1, b: 2, c: 3 }));
let questions = [];
let timer;

function ask(key) {
  return new Promise((resolve) => {
    questions.push({ key, resolve });
    timer ??= setTimeout(flush, 5);
  });
}

async function flush() {
  const keys = questions.map(({ key }) => key);
  const table = JSON.parse(await fs.promises.readFile(`${directory}/table`, 'utf8'));
  const found = new Map(keys.map((key) => [key, table[key]]));
  for (const { key, resolve } of questions) resolve(found.get(key));
  questions = [];
  timer = undefined;
}

async function expect(key, value) {
  const found = await ask(key);
  if (found !== value) bug(`${key} is ${found}`);
}

expect('a', 1);
expect('b', 2);
setTimeout(expect, 40, 'c', 3);
