// SPDX-License-Identifier: MIT
// Lines for a file that is written meanwhile: all are there, in order, after the end.
'use strict';
const assert = require('assert');
const fs = require('fs');
const pino = require('pino');
const { directory, scene, work } = require('./scene');

scene(async () => {
  const file = `${directory}/log`;
  const destination = pino.destination({ dest: file, sync: false, minLength: 64 });
  const log = pino(destination);
  for (let i = 0; i < 8; i++) {
    log.info({ i });
    if (i % 3 === 2) await work();
  }
  await new Promise((resolve, reject) => {
    destination.on('close', resolve);
    destination.on('error', reject);
    destination.end();
  });
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line).i);
  assert.deepStrictEqual(lines, [0, 1, 2, 3, 4, 5, 6, 7]);
});
