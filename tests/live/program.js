// SPDX-License-Identifier: MIT
// A program for the live page to show: the commands of program.c, from standard input, line by
// line.
'use strict';
const { readFile } = require('fs');

function steps(left) {
  function onStep() {
    process.nextTick(function onTick() {});
    readFile(__filename, function onRead() {
      if (--left > 0) setTimeout(onStep, 1);
      else console.log('done 0');
    });
  }
  setTimeout(onStep, 1);
}

function block(ms) {
  setImmediate(function onBlock() {
    const end = Date.now() + ms;
    while (Date.now() < end);
    console.log('done 0');
  });
}

function starve(ms) {
  const end = Date.now() + ms;
  process.nextTick(function again() {
    if (Date.now() < end) process.nextTick(again);
    else console.log('done 0');
  });
}

function wait(count) {
  for (let i = 0; i < count; i++) setTimeout(() => {}, 60000);
  console.log('done 0');
}

process.stdin.setEncoding('utf8');
process.stdin.on('data', (line) => {
  const [word, count] = line.trim().split(' ');
  if (word === 'steps') steps(Number(count));
  else if (word === 'block') block(Number(count));
  else if (word === 'starve') starve(Number(count));
  else if (word === 'timers') wait(Number(count));
});
