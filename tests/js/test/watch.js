// SPDX-License-Identifier: MIT
// Proves that run({ watch: true }) runs only those files again that have loaded a changed file,
// reports each round, and ends by its signal; and that --watch --test does so, too. A reporter that
// fails ends the run with 7.
'use strict';
const assert = require('assert');
const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { run } = require('node:test');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-watch-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const file = (name, text) => {
  fs.writeFileSync(path.join(place, name), text);
  return path.join(place, name);
};
const one = file('one.test.js', 'require("node:test").test("one", () => {})');
const two = file('two.test.js',
  'require("node:test").test(`two ${require("./loaded.js")}`, () => {})');
file('loaded.js', 'module.exports = 1');

function byFunction() {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const seen = [];
    let rounds = 0;
    run({ files: [one, two], watch: true, signal: stop.signal })
      .on('test:pass', ({ name }) => seen.push(name))
      .on('test:diagnostic', ({ message }) => { if (/^tests /.test(message)) seen.push(message); })
      .on('test:watch:drained', () => {
        seen.push('drained');
        if (++rounds === 2) setTimeout(() => stop.abort(), 50);
        else setTimeout(file, 50, 'loaded.js', 'module.exports = 2');
      })
      .on('end', () => resolve(seen))
      .resume();
  });
}

function byCommand() {
  const child = spawn(process.execPath, ['--watch', '--test', '--test-reporter=tap', one, two],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  return new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const rounds = text.split('# duration_ms').length - 1;
      if (rounds === 1 && !text.includes('changed')) {
        text += 'changed\n';
        setTimeout(file, 50, 'loaded.js', 'module.exports = 3');
      }
      if (rounds === 2) child.kill('SIGKILL');
    });
    child.on('close', () => resolve(text));
  });
}

async function main() {
  assert.deepStrictEqual(await byFunction(), ['one', 'two 1', 'drained', 'tests 2', 'two 2',
    'drained', 'tests 1', 'tests 0']);
  const [first, second] = (await byCommand()).split('changed\n');
  assert.match(first, /ok 1 - one\n[^]*ok 2 - two 2\n[^]*\n1\.\.2\n/);
  assert.doesNotMatch(second, /- one\n/);
  assert.match(second, /ok 1 - two 3\n[^]*\n1\.\.1\n/);
}

function fails(reporter, pattern, ...words) {
  const { status, stderr } = spawnSync(process.execPath,
    ['--test', `--test-reporter=${reporter}`, ...words, one], { encoding: 'utf8', cwd: place });
  assert.match(stderr, pattern);
  return status;
}
file('fails.js', 'module.exports = async function* (all) {' +
  'for await (const one of all) throw new Error("so") }');
file('five.js', 'module.exports = 5');
assert.strictEqual(fails('./fails.js', /^Error: so$/m), 7);
assert.strictEqual(fails('./five.js', /ERR_INVALID_ARG_TYPE/), 7);
assert.strictEqual(fails('./none.js', /ERR_MODULE_NOT_FOUND/), 7);
const alone = spawnSync(process.execPath, ['--test', '--test-reporter-destination=stdout', one],
  { encoding: 'utf8' });
assert.match(alone.stderr, /'--test-reporter' must match the number of .*Received \[\]/);
main();
