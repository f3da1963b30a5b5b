// SPDX-License-Identifier: MIT
// process.report: its parts, and when it is written automatically.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { spawnSync } = require('child_process');

const own = process.report.getReport(new Error('mine'));
for (const name of ['header', 'javascriptStack', 'javascriptHeap', 'nativeStack', 'resourceUsage',
  'libuv', 'workers', 'environmentVariables', 'userLimits', 'sharedObjects']) {
  assert.strictEqual(typeof own[name], 'object', name);
}
assert.match(own.header.glibcVersionRuntime, /^\d+\.\d+/);
assert.match(own.header.glibcVersionCompiler, /^\d+\.\d+/);
assert.strictEqual(own.header.processId, process.pid);
assert.strictEqual(own.javascriptStack.message, 'Error: mine');
assert.ok(own.javascriptStack.stack[0].includes(__filename));
assert.ok(own.sharedObjects.some((name) => /\bld-|libc/.test(name)));
for (const { soft, hard } of Object.values(own.userLimits)) {
  assert.ok([soft, hard].every((one) => one === 'unlimited' || one >= 0));
}
assert.ok(own.libuv.some(({ type }) => type === 'loop'));
assert.ok(own.libuv.every(({ address }) => /^0x[0-9a-f]{16}$/.test(address)));
assert.strictEqual(own.environmentVariables.PATH, process.env.PATH);
if (own.javascriptEngine !== undefined) { // gyre's own
  const { version, shortCuts, reaches } = own.javascriptEngine;
  assert.strictEqual(version, process.versions.javascriptcore);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  for (const one of [shortCuts, reaches]) {
    assert.ok(Object.values(one).every((state) => typeof state === 'boolean'));
  }
}
assert.strictEqual(process.report.getReport().javascriptStack.message,
  'Error [ERR_SYNTHETIC]: JavaScript Callstack');

function run(text) {
  fs.mkdirSync('out', { recursive: true });
  spawnSync(process.execPath, ['-e', `process.report.directory = 'out'; ${text}`]);
  const [name] = fs.readdirSync('out');
  const report = JSON.parse(fs.readFileSync(`out/${name}`));
  fs.rmSync('out', { recursive: true });
  return [report.header.event, report.header.trigger, report.javascriptStack.message];
}

assert.deepStrictEqual(
  run('process.report.reportOnUncaughtException = true; throw new Error("x")').slice(0, 2),
  ['Exception', 'Exception']);
assert.deepStrictEqual(run('process.report.reportOnSignal = true; ' +
  'process.kill(process.pid, "SIGUSR2"); setTimeout(() => {}, 200)').slice(0, 2),
['SIGUSR2', 'Signal']);
assert.deepStrictEqual(run('process.report.writeReport(new Error("y"))'),
  ['JavaScript API', 'API', 'Error: y']);
