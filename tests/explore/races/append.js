// SPDX-License-Identifier: MIT
// Fire and forget: lines are appended without waiting for the one before.
'use strict';
const fs = require('fs');
const { directory, bug } = require('./scene');

const file = `${directory}/log`;
const log = (line) => fs.appendFile(file, `${line}\n`, () => {});

log('begin');
setTimeout(log, 15, 'work');
setTimeout(log, 30, 'end');
process.on('beforeExit', () => {
  const text = fs.readFileSync(file, 'utf8');
  if (text !== 'begin\nwork\nend\n') bug(text.trim().split('\n').join(', '));
});
