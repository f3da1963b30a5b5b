// SPDX-License-Identifier: MIT
// A log that is written by a timer, and closed by its user: what was logged last is lost if the
// timer's write is still under way.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/log`;
let lines = [];
let timer;
let fd;

function flush() {
  const text = lines.join('');
  lines = [];
  timer = undefined;
  fs.write(fd, text, (error) => { if (error) bug(`the log was closed: ${error.code}`); });
}

function log(line) {
  lines.push(line);
  timer ??= setTimeout(flush, 10);
}

function close(next) {
  if (timer !== undefined) {
    clearTimeout(timer);
    flush();
  }
  fs.close(fd, next);
}

fs.open(file, 'w', (error, opened) => {
  fd = opened;
  log('one\n');
  setTimeout(() => close(() => {
    if (fs.readFileSync(file, 'utf8') !== 'one\n') bug('a line is missing');
  }), 30);
});
