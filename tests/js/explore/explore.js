// SPDX-License-Identifier: MIT
// --explore finds a race that the normal order hides, shortens its schedule, and --replay shows it
// again; a program without a race does not fail; a program that hangs is reported at once.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');

const fixture = (name) => path.join(__dirname, 'fixtures', name);
const gyre = (args, env = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args,
    { env: { ...process.env, ...env }, encoding: 'utf8' });
  return { status, stdout, stderr };
};

for (let i = 0; i < 3; i++) {
  assert.strictEqual(gyre([fixture('race.js')]).status, 0);
  assert.strictEqual(gyre([fixture('race.js')], { GYRE_EXPLORE: 'seed:0' }).status, 0);
}

const found = gyre(['--explore=20', '--seed=5', fixture('race.js')]);
assert.strictEqual(found.status, 1, found.stderr);
assert.match(found.stderr, /^20 runs in .*, \d+ orders, \d+ failed$/m);
assert.match(found.stderr, /\d+ x exit code 3/);
assert.match(found.stderr, /EEXIST/);
const schedule = fs.readFileSync('race.schedule', 'utf8');
assert.match(schedule,
  /^gyre schedule 1\nseed \d+\ndate \d+\nprogram race\.js\nfails exit code 3\n/);
const decisions = schedule.split('\n').filter((line) => /#\d+ \d+\/\d+$/.test(line));
assert.ok(decisions.length >= 1 && decisions.length <= 3, schedule);

for (let i = 0; i < 3; i++) {
  const again = gyre(['--replay=race.schedule', fixture('race.js')]);
  assert.strictEqual(again.status, 3, again.stderr);
  assert.match(again.stdout, /EEXIST/);
}
assert.strictEqual(gyre([fixture('race.js')], { GYRE_REPLAY: 'race.schedule' }).status, 3);

// The same seed is the same run; children of the program do not explore.
const order = (seed) => {
  const fd = fs.openSync('record', 'w+');
  spawnSync(process.execPath, [fixture('steady.js')],
    { env: { ...process.env, GYRE_EXPLORE: `seed:${seed},record:3` },
      stdio: ['ignore', 'ignore', 'ignore', fd] });
  fs.closeSync(fd);
  return fs.readFileSync('record', 'latin1').slice(0, 60).split(' ').slice(0, 6).join(' ');
};
assert.match(order(7), /^order [0-9a-f]{16} events \d+ decisions \d+$/);
assert.strictEqual(order(7), order(7));
assert.notStrictEqual(order(7), order(8));
const nested = `console.log(require('child_process').spawnSync(process.execPath,
  ['-p', 'Date.now() - ' + Date.now() + ' < 1e6 && process.env.GYRE_EXPLORE']).stdout + '')`;
assert.strictEqual(gyre(['-e', nested], { GYRE_EXPLORE: 'seed:3,date:86400000' }).stdout.trim(),
  'false');

const steady = gyre(['--explore=10', fixture('steady.js')]);
assert.strictEqual(steady.status, 0, steady.stderr);
assert.match(steady.stderr, / 0 failed$/m);

const hangs = gyre(['--explore=15', '--no-shrink', fixture('hang.js')]);
assert.strictEqual(hangs.status, 1, hangs.stderr);
assert.match(hangs.stderr, /\d+ x hangs/);
assert.match(hangs.stderr, /the program hangs: nothing can happen any more/);

// A command of the user decides what is a failure.
const judged = gyre(['--explore=3', '--oracle=grep -q nothing', fixture('steady.js')]);
assert.strictEqual(judged.status, 1);
assert.match(judged.stderr, /3 failed/);

for (const [args, word] of [
  [['--explore=none', fixture('race.js')], /a number of runs/],
  [['--explore'], /requires a file/],
  [['--replay=absent', fixture('race.js')], /no such file/]]) {
  const refused = gyre(args);
  assert.strictEqual(refused.status, 9, refused.stderr);
  assert.match(refused.stderr, word);
}
assert.strictEqual(gyre(['-e', '0'], { GYRE_EXPLORE: 'sed:1' }).status, 9);
