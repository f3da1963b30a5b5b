// SPDX-License-Identifier: MIT
// Options of the command line and of NODE_OPTIONS: what programs see of them, and exit code 9 with
// a message for unknown ones.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

function run(args, env = {}) {
  const done = spawnSync(process.execPath, args, {
    encoding: 'utf8', env: { ...process.env, ...env }, input: '',
  });
  return { out: done.stdout, err: done.stderr, code: done.status };
}

function refused(args, pattern, env) {
  const { err, code } = run(args, env);
  assert.match(err, pattern);
  assert.strictEqual(code, 9);
}

assert.strictEqual(run(['-v']).out, `${process.version}\n`);
assert.match(run(['--help']).out, /--eval/);
assert.strictEqual(run(['-p', '1 + 1']).out, '2\n');
assert.strictEqual(run(['-pe', '"a"']).out, 'a\n');
assert.strictEqual(run(['--eval', 'console.log(7)']).out, '7\n');
assert.strictEqual(run(['--eval=console.log(8)']).out, '8\n');
assert.strictEqual(run(['-p', 'typeof gc']).out, 'undefined\n');
assert.strictEqual(run(['--expose-gc', '-p', 'typeof gc']).out, 'function\n');
assert.strictEqual(run(['--expose_gc', '-p', 'typeof gc']).out, 'function\n');
assert.strictEqual(run(['--stack-trace-limit=3', '-p', 'Error.stackTraceLimit']).out, '3\n');
assert.strictEqual(run(['-p', 'process.title'], { NODE_OPTIONS: '--title="a b"' }).out, 'a b\n');
assert.strictEqual(
  run(['--no-warnings', '-p', 'JSON.stringify([process.execArgv, process.argv.slice(1)])', '--',
    '-x', 'y']).out,
  '[["--no-warnings","-p","JSON.stringify([process.execArgv, process.argv.slice(1)])"],' +
  '["-x","y"]]\n');
assert.strictEqual(run(['--no-deprecation', '-p', 'process.noDeprecation']).out, 'true\n');

refused(['--nosuch'], /bad option: --nosuch\n/);
refused(['-e'], /-e requires an argument\n/);
refused(['-r'], /-r requires an argument\n/);
refused(['--title'], /--title requires an argument\n/);
refused(['--no-title', '-e', '0'], /--no-title is an invalid negation/);
refused(['--unhandled-rejections=x', '-e', '0'], /invalid value for --unhandled-rejections\n/);
refused(['--input-type=x', '-e', '0'], /--input-type must be "module" or "commonjs"\n/);
refused(['-e', '0'], /-e is not allowed in NODE_OPTIONS\n/, { NODE_OPTIONS: '-e 1' });
refused(['-e', '0'], /--bad is not allowed in NODE_OPTIONS\n/, { NODE_OPTIONS: '--bad' });
