// SPDX-License-Identifier: MIT
// An error of the program's module ends it after as many jobs as in Node, whichever way it was
// started: this decides what other modules still do.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const { writeFileSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');

const count = `let n = 0;
(function tick() { process._rawDebug('tick', ++n); if (n < 40) queueMicrotask(tick); })();\n`;
const texts = [[`${count}throw new Error('at once');`, 4],
               [`${count}await 1; throw new Error('later');`, 6]];

const file = (name, text) => {
  const path = join(tmpdir(), name);
  writeFileSync(path, text);
  return path;
};

function jobs(args, input) {
  const { stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  return stderr.match(/^tick \d+$/gm).length;
}

const empty = file('empty.mjs', '');
const starter = file('starter.mjs', `import { Worker } from 'worker_threads';
  new Worker(process.argv[2]).on('error', () => {});`);
for (const [text, expected] of texts) {
  const failing = file('failing.mjs', text);
  const importing = file('importing.mjs', 'import "./failing.mjs"; await 1;');
  const module = '--input-type=module';
  assert.strictEqual(jobs([failing]), expected);
  assert.strictEqual(jobs([importing]), expected);
  assert.strictEqual(jobs([module, '-e', text]), expected);
  assert.strictEqual(jobs([module], text), expected);
  assert.strictEqual(jobs(['--import', failing, empty]), expected);
  assert.strictEqual(jobs([starter, failing]), expected);
}
