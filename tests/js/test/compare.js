// SPDX-License-Identifier: MIT
// Every kind of test, hook, mock and failure gives the same events and results as Node's runner,
// and every reporter the same text (if Node 20 is installed).
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

// What a reporter prints, without times and stacks. Here errors keep their class on their way from
// the file that ran, and those of the runner itself have no stack.
function said(lines) {
  const isFrame = (line) => /^\s*(?:at |stack: \|-$)/.test(line) || /:\d+:\d+\)?$/.test(line) ||
    /\(<anonymous>\)$/.test(line);
  return lines.filter((line) => !isFrame(line)).join('\n')
    .replace(/duration_ms:? [\d.]+/g, 'duration_ms').replace(/ \([\d.]+ms\)/g, '')
    .replace(/(time|hostname)="[^"]*"/g, '$1').replace(/(\w+Error) \[Error\]:/g, '$1:')
    .replace(/^\[(Error \[ERR_TEST_FAILURE\]: .*)\](?= \{$)/gm, '$1').replace(/ \{$/gm, '');
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
  const suite = ['a', 'b', 'c', 'd'].map((one) => `../suite/${one}.test.js`);
  for (const name of ['spec', 'tap', 'dot', 'junit']) {
    for (const files of [['../mixed.js'], suite]) {
      const args = ['--test', `--test-reporter=${name}`, ...files];
      assert.strictEqual(said(ask(process.execPath, ...args).lines), said(ask(node, ...args).lines),
        args.join(' '));
    }
  }
}
