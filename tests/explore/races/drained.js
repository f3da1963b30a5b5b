// SPDX-License-Identifier: MIT
// A queue that says it is empty when nothing is under way at the moment: the one who adds more has
// to look at a file first.
'use strict';
const fs = require('fs');
const zlib = require('zlib');
const { bug } = require('./scene');

let active = 0;
let done = 0;
let isOver = false;

function add(text) {
  active++;
  zlib.deflate(text, () => {
    active--;
    done++;
    if (text.length > 1) fs.stat(__filename, () => add(text.slice(1)));
  });
}

add('abcd');
const look = setInterval(() => {
  if (active > 0) return;
  clearInterval(look);
  isOver = true;
}, 25);
process.on('exit', () => { if (!isOver || done < 4) bug('over too early'); });
const check = setInterval(() => {
  if (!isOver) return;
  clearInterval(check);
  if (done < 4) bug(`over after ${done} of 4`);
}, 5);
