// SPDX-License-Identifier: MIT
// Lines for two files: all are there when the transports say that they have finished.
'use strict';
const assert = require('assert');
const fs = require('fs');
const winston = require('winston');
const { directory, scene, work } = require('./scene');

scene(async () => {
  const files = ['one', 'two'].map((name) => `${directory}/${name}.log`);
  const transports = files.map((filename) => new winston.transports.File({ filename }));
  const logger = winston.createLogger({ transports });
  for (let i = 0; i < 6; i++) {
    logger.info(`line ${i}`);
    if (i === 2) await work();
  }
  const finished = transports.map((one) => new Promise((resolve) => {
    one.on('finish', resolve);
  }));
  logger.end();
  await Promise.all(finished);
  for (const file of files) {
    const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
      .map((line) => JSON.parse(line).message);
    assert.deepStrictEqual(lines, [0, 1, 2, 3, 4, 5].map((i) => `line ${i}`));
  }
});
