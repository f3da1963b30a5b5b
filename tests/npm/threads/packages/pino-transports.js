// SPDX-License-Identifier: MIT
// pino's transports: a thread writes the program's logs, with shared memory and Atomics.waitAsync.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const pino = require('pino');
const { directory } = require('./help');

const destination = path.join(directory(), 'log');
const transport = pino.transport({ target: 'pino/file', options: { destination } });
const log = pino({ base: null }, transport);
for (let i = 0; i < 500; i++) log.info({ i }, 'line');
let closed = false;
const waiting = setInterval(() => {}, 1000); // the thread does not keep the program alive
transport.on('close', () => {
  closed = true;
  clearInterval(waiting);
  const text = fs.readFileSync(destination, 'utf8').trim();
  const lines = text.split('\n').map((line) => JSON.parse(line));
  assert.deepStrictEqual([lines.length, lines[0].i, lines[499].i], [500, 0, 499]);
});
transport.on('ready', () => transport.end());
process.on('exit', (code) => assert.ok(closed || code !== 0));
