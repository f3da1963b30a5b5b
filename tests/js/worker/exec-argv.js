// SPDX-License-Identifier: MIT
// The execArgv of a worker ends where its options end, as a command line does: at "--", at "-" and
// at the first word that is neither an option nor the value of one. process.execArgv has no more.
'use strict';
const assert = require('node:assert');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');

const taken = [
  [[], []],
  [['--'], []],
  [['--', '--bad'], []],
  [['-'], []],
  [['word'], []],
  [['', '--no-warnings'], []],
  [['--no-warnings', '--'], ['--no-warnings']],
  [['--no-warnings', 'word', '--bad'], ['--no-warnings']],
  [['-r', 'fs', 'word'], ['-r', 'fs']],
  [['--require=fs', '--', 'word'], ['--require=fs']],
  [['-C', 'one', 'word', '--no-warnings'], ['-C', 'one']],
];
const refused = [
  [['--bad', '--'], '--bad'],
  [['--bad', '--worse', 'word', '--ugly'], '--bad, --worse'],
  [['--title=x'], '--title=x'],
  [['--require'], '--require requires an argument'],
];

async function main() {
  for (const [given, execArgv] of taken) {
    const worker = new Worker(__filename, { execArgv: given });
    const message = await new Promise((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
    });
    assert.deepStrictEqual(message, execArgv, JSON.stringify(given));
  }
  for (const [given, words] of refused) {
    assert.throws(() => new Worker(__filename, { execArgv: given }), {
      code: 'ERR_WORKER_INVALID_EXEC_ARGV',
      message: `Initiated Worker with invalid execArgv flags: ${words}`,
    });
  }
}

if (isMainThread) main();
else parentPort.postMessage(process.execArgv);
