// SPDX-License-Identifier: MIT
// Every kind of test, hook, mock and failure gives the events and answers that Node's runner gives
// (if there is a Node 20 beside).
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const path = require('path');

const place = path.join(__dirname, 'fixtures/whole');
const { FORCE_COLOR, NODE_TEST_CONTEXT, ...env } = process.env;
const ask = (command, ...args) => {
  const { stdout, status } = spawnSync(command, args, {
    encoding: 'utf8', cwd: place, env: { ...env, NO_COLOR: '1' },
  });
  return { lines: stdout.split('\n'), status };
};
const reporter = `--test-reporter=${path.join(place, 'events.mjs')}`;

const own = ask(process.execPath, reporter, 'kinds.js');
assert.strictEqual(own.status, 1);
for (const line of ['tests 67', 'suites 13', 'pass 32', 'fail 22', 'cancelled 7', 'skipped 3']) {
  assert.ok(own.lines.some((one) => one.includes(`"${line}"`)), line);
}

let node = '';
try {
  node = execFileSync(path.resolve(__dirname, '../../../tools/judge'),
    { encoding: 'utf8', stdio: 'pipe' }).trim();
} catch { /* there is none */ }
if (node !== '') {
  for (const args of [[reporter, 'kinds.js'], ['mocks.js'], ['timers.js']]) {
    const told = args.length > 1 ? own : ask(process.execPath, ...args);
    assert.deepStrictEqual(told, ask(node, ...args), args.at(-1));
  }
}
