// SPDX-License-Identifier: MIT
// What options change: variables from files, the globals, the defaults of modules, and what runs
// before the program.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'switches-'));
const file = (name, text) => {
  fs.writeFileSync(path.join(place, name), text);
  return path.join(place, name);
};
const run = (args, env = {}) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8', env: { ...process.env, ...env }, cwd: place,
  });
  return { out: stdout, err: stderr, code: status };
};
const says = (option, text, expected) => {
  assert.strictEqual(run([...[option].flat(), '-p', text]).out, `${expected}\n`, `${option}`);
};

// The later file wins over the earlier one, and variables that were already set over both.
const first = file('first', 'A=1\nB=1\nC=1\n');
const second = file('second', 'B=2\nC=2\n');
const three = 'process.env.A + process.env.B + process.env.C';
assert.strictEqual(
  run([`--env-file=${first}`, `--env-file=${second}`, '-p', three], { C: '0' }).out, '120\n');
const absent = run(['--env-file-if-exists=absent', '-p', '1']);
assert.strictEqual(absent.err, 'absent not found. Continuing without it.\n');

file('early.mjs', 'globalThis.early = 1;');
says(['--import', './early.mjs'], 'early', '1');
assert.strictEqual(run(['--import', './early.mjs', '-e', 'console.log(early)']).out, '1\n');

says('--disable-proto=delete', '"__proto__" in {}', 'false');
says('--disable-proto=delete', 'require("vm").runInNewContext("\'__proto__\' in {}")', 'false');
says('--disable-proto=throw', 'try { ({}).__proto__ } catch (e) { e.code }', 'ERR_PROTO_ACCESS');

says('--dns-result-order=ipv4first', 'require("dns").getDefaultResultOrder()', 'ipv4first');
says('--no-network-family-autoselection', 'require("net").getDefaultAutoSelectFamily()', 'false');
says('--network-family-autoselection-attempt-timeout=300',
  'require("net").getDefaultAutoSelectFamilyAttemptTimeout()', '300');
says('--no-global-search-paths', 'require("module").globalPaths.length', '0');
says('--no-experimental-global-customevent', 'typeof CustomEvent', 'undefined');
says('--no-experimental-global-webcrypto', 'typeof SubtleCrypto', 'undefined');
says('--no-experimental-require-module', 'try { require("./early.mjs") } catch (e) { e.code }',
  'ERR_REQUIRE_ESM');
says('--report-dir=/x', 'process.report.directory', '/x');
says('--report-compact', 'process.report.compact', 'true');
says('--report-signal=SIGUSR1', 'process.report.signal', 'SIGUSR1');

assert.match(run(['--trace-exit', '-e', 'process.exit(3)']).err,
  /^\(node:\d+\) WARNING: Exited the environment with code 3\n {4}at .*\n/);
assert.doesNotMatch(
  run(['--no-extra-info-on-fatal-exception', '-e', 'throw new Error("x")']).err, /Node\.js v/);
const aborted = spawnSync(process.execPath, ['--abort-on-uncaught-exception', '-e', 'throw 1']);
assert.ok(['SIGABRT', 'SIGTRAP'].includes(aborted.signal), aborted.signal);

// Colours are forced on for a pipe.
const { FORCE_COLOR, ...plain } = process.env;
const colours = (env) => spawnSync(process.execPath, ['-p', '[1]'], {
  encoding: 'utf8', env: { ...plain, ...env } }).stdout;
assert.strictEqual(colours({}), '[ 1 ]\n');
assert.strictEqual(colours({ FORCE_COLOR: '1' }), '[ \x1b[33m1\x1b[39m ]\n');
assert.strictEqual(colours({ FORCE_COLOR: '0' }), '[ 1 ]\n');

// A rejection that gets its handler late.
const late = run(['-e', 'const p = Promise.reject(new Error("x")); ' +
  'process.on("unhandledRejection", () => {}); setTimeout(() => p.catch(() => {}), 5)']);
assert.match(late.err, /PromiseRejectionHandledWarning: .*\(rejection id: 1\)/);
fs.rmSync(place, { recursive: true });
