// SPDX-License-Identifier: MIT
// --test runs files at the same time and reports them as one: with each reporter as Node does (if
// Node 20 is installed), in shards, with limits; and run() gives the events.
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const path = require('path');
const { run } = require('node:test');
const { tap } = require('node:test/reporters');

const place = path.join(__dirname, 'fixtures/suite');
const custom = path.join(__dirname, 'fixtures/reporter.mjs');
const { FORCE_COLOR, NODE_TEST_CONTEXT, ...env } = process.env;
const ask = (command, args) => {
  const { stdout, status } = spawnSync(command, ['--test', ...args], {
    encoding: 'utf8', cwd: place, env: { ...env, NO_COLOR: '1' },
  });
  return { out: stdout, status };
};

// Times, places in the runner, and how inspect shows an error without frames are not compared. Node
// does not show the class of a TypeError that came from another process.
const frame = /^\s*(?:at )?(?:async )?[\w.<>&;]* ?\(?(?:node:|file:|\/)[^\s]*:\d+:\d+\)?( \{)?\n/gm;
const same = (text) => text.replace(/\d+\.\d{2,}/g, 'N').replace(frame, '')
  .replaceAll('TypeError [Error]', 'TypeError')
  .replace(/^\[?(Error \[ERR_TEST_FAILURE\].*?)\]?(?: \{)?$/gm, '$1');

let node = '';
try {
  node = execFileSync(path.resolve(__dirname, '../../../tools/judge'),
    { encoding: 'utf8', stdio: 'pipe' }).trim();
} catch { /* there is none */ }

for (const reporter of ['tap', 'spec', 'dot', 'junit', custom]) {
  const own = ask(process.execPath, [`--test-reporter=${reporter}`]);
  assert.strictEqual(own.status, 1);
  if (node === '') continue;
  const judge = ask(node, [`--test-reporter=${reporter}`]);
  assert.strictEqual(same(own.out), same(judge.out), reporter);
  assert.strictEqual(judge.status, own.status);
}

assert.match(ask(process.execPath, ['--test-reporter=tap']).out,
  /1\.\.11\n# tests 13\n# suites 2\n# pass 7\n# fail 4\n# cancelled 0\n# skipped 1\n# todo 1\n/);
const part = ask(process.execPath,
  ['--test-reporter=dot', '--test-shard=2/2', '--test-concurrency=1']);
assert.match(part.out, /^\.\.X\n/);
assert.match(ask(process.execPath, ['--test-timeout=10', 'b.test.js']).out, /timed out after 10ms/);

(async () => {
  const names = [];
  const stream = run({ files: [path.join(place, 'b.test.js')], concurrency: 2 });
  stream.on('test:pass', ({ name }) => names.push(name));
  let text = '';
  for await (const chunk of stream.compose(tap)) text += chunk;
  assert.deepStrictEqual(names, ['quick', 'slow']);
  assert.match(text, /^TAP version 13\n# Subtest: quick\nok 1 - quick\n/);
  assert.throws(() => run({ files: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => run({ shard: { index: 3, total: 2 } }), { code: 'ERR_OUT_OF_RANGE' });
})();
