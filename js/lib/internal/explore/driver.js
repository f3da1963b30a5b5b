// SPDX-License-Identifier: MIT
// gyre --explore: runs a program many times, each in its own process and in another legal order
// (src/explore), and reports which runs fail. A failing order is shortened as far as possible and
// written as a schedule, which --replay runs.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { now } = require('internal/perf/clock');
const { process } = require('internal/process');
const { Plan } = require('internal/explore/plan');
const { Explorer, LEAST_LIMIT_MS } = require('internal/explore/runner');
const { racesOf } = require('internal/explore/predict');
const rules = require('internal/explore/rules');
const schedules = require('internal/explore/schedule');
const { Comparison } = require('internal/explore/words');

const RUNS = 100;
const SHRINK_RUNS = 150; // at most
const BAD_OPTION = 9;

const say = (text) => process.stderr.write(`${text}\n`);

function refuse(text) {
  say(`gyre: ${text}`);
  process.exit(BAD_OPTION);
}

// Options that are not for the program's own process, and whether a value may follow as a word.
const OWN = { __proto__: null, explore: false, races: false, rules: false, shrink: false,
  test: false, verbose: false, seed: true, jobs: true, time: true, oracle: true, replay: true };

// The words of the command line that are.
function wordsFor(options, rest) {
  const words = [];
  for (let i = 0; i < process.execArgv.length; i++) {
    const word = process.execArgv[i];
    const [, name, value] = /^--(?:no-)?([a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (!(name in OWN)) words.push(word);
    else if (OWN[name] && value === undefined) i++;
  }
  return [...words, ...rest];
}

function progress(state, total, until) {
  const seconds = (now() - state.started) / 1000;
  const rate = state.runs / seconds;
  const left = Math.min((total - state.runs) / rate, until - seconds);
  return `${state.runs} of ${total} runs, ${state.orders.size} orders, ` +
    `${state.failures.length} failed, ${rate.toFixed(1)} runs/s, ${Math.ceil(left)} s left`;
}

// Makes all runs; { runs, orders, failures }. The plan learns the result of a run after as many
// others were planned as run at a time: so the same seed plans the same again.
async function search(explorer, plan, { total, jobs, time }) {
  const state = { runs: 0, orders: new Set(), failures: [], external: 0, threads: 0, broken: [],
    started: now() };
  const begun = [];
  let last = Promise.resolve();
  const isOver = () => (now() - state.started) / 1000 >= time;
  const isTerminal = process.stderr.isTTY;
  async function make(planned) {
    const { seed, decisions, way } = planned;
    const schedule = decisions === undefined ? undefined :
      { seed, date: explorer.date, program: explorer.program, decisions };
    const result = await explorer.run({ seed, schedule, way, isTold: explorer.options.rules });
    state.runs++;
    if (explorer.options.rules) state.broken.push(...rules.check(result.journal));
    state.orders.add(result.order);
    state.external += result.external;
    state.threads += result.threads;
    if (result.failed) state.failures.push(result);
    if (isTerminal) process.stderr.write(`\r\x1b[K${progress(state, total, time)}`);
    return { ...result, planned };
  }
  async function work() {
    while (begun.length < total && !isOver()) {
      const at = begun.length;
      const known = begun[at - jobs];
      const planned = last.then(async () => { // one after the other
        if (known !== undefined) plan.learn(await known);
        return plan.next();
      });
      last = planned;
      begun.push(planned.then(make));
      await begun[at];
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  for (const one of begun.slice(-jobs)) plan.learn(await one);
  if (isTerminal) process.stderr.write('\r\x1b[K');
  return state;
}

function tell(state, plain) {
  const seconds = ((now() - state.started) / 1000).toFixed(1);
  say(`${state.runs} runs in ${seconds} s, ${state.orders.size} orders, ` +
    `${state.failures.length} failed`);
  const reasons = new Map();
  for (const { why } of state.failures) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  for (const [why, count] of reasons) say(`  ${count} x ${why}`);
  if (state.external > 0) {
    say(`  ${state.external} waited for something outside of the process, and may differ ` +
      'with the same seed');
  }
  if (state.threads > 0) {
    say(`  ${state.threads} had several threads, whose order is not decided, and may differ with ` +
      'the same seed');
  }
  for (const rule of new Set(state.broken)) say(`  a rule of the loop is broken: ${rule}`);
  if (plain.failed) say(`  the plain order fails, too: ${plain.why}`);
}

const lastLines = (output) => output.trimEnd().split('\n').slice(-12).map((line) => `  | ${line}`)
  .join('\n');

const RACES_SHOWN = 5;

// Prints the pairs that nothing orders, the most likely first.
function tellRaces(races, total) {
  if (races.length === 0) return;
  say(`${races.length} pairs of events touch the same thing, and nothing orders them:`);
  for (const { text, decisions } of races.slice(0, total)) {
    say(`  ${text}\n    ${decisions.join('; ')}`);
  }
  if (races.length > total) say(`  and ${races.length - total} more (gyre --races shows all)`);
}

// Explores one file; true: something failed.
async function exploreFile(options, rest, directory = '.') {
  const total = options.explore === '' ? RUNS : Number(options.explore);
  const explorer = new Explorer(options, wordsFor(options, rest));
  explorer.program = path.basename(rest[0]);
  const plain = await explorer.run({ seed: 0, isTold: true });
  explorer.limit = Math.max(LEAST_LIMIT_MS, plain.ms * 10);
  const plan = new Plan(options.seed ?? 1, plain.journal);
  const state = await search(explorer, plan, { total,
    jobs: options.jobs ?? os.availableParallelism(), time: options.time ?? Infinity });
  tell(state, plain);
  if (options.verbose) say(`  ${plan}`);
  if (state.failures.length === 0) tellRaces(racesOf(plain.journal), RACES_SHOWN);
  else await report(explorer, state.failures, { file: rest[0], directory, plain });
  return plain.failed || state.failures.length > 0 || state.broken.length > 0;
}

async function explore(options, rest) {
  const total = options.explore === '' ? RUNS : Number(options.explore);
  if (!(Number.isInteger(total) && total > 0)) refuse('--explore=N: N is a number of runs');
  if (options.test) return exploreTests(options, rest);
  if (rest.length === 0 || options.eval !== undefined) refuse('--explore requires a file');
  if (options.replay !== undefined) return shrinkGiven(options, rest);
  process.exitCode = await exploreFile(options, rest) ? 1 : 0;
}

// --explore --test: each test file. The schedule of a failing one is written beside it, where
// --test finds it.
async function exploreTests(options, rest) {
  let failed = 0;
  const files = require('internal/test/files').filesOf(rest);
  for (const file of files) {
    say(`${path.relative('', file)}:`);
    failed += await exploreFile(options, [file], path.dirname(file));
  }
  say(`${files.length} files, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function shrinkTo(explorer, schedule) {
  return schedules.shrink(schedule.decisions, SHRINK_RUNS, async (decisions) => {
    const result = await explorer.run({ schedule: { ...schedule, decisions } });
    return result.failed && result.why === schedule.why;
  });
}

// The failure with the fewest decisions is made shorter, written down and shown.
async function report(explorer, failures, { file, directory, plain }) {
  const first = failures.reduce((a, b) => (b.decisions.length < a.decisions.length ? b : a));
  const schedule = { seed: first.seed ?? 0, date: explorer.date, program: explorer.program,
    why: first.why, decisions: first.decisions };
  const again = await explorer.run({ schedule });
  if (!again.failed) {
    say('the failure with the fewest decisions cannot be reproduced by replaying it');
    say(`what it printed:\n${lastLines(first.output)}`);
  } else if (explorer.options.shrink !== false) {
    schedule.decisions = await shrinkTo(explorer, schedule);
  }
  const name = path.join(directory, `${path.basename(file).replace(/\.[cm]?js$/, '')}.schedule`);
  await show(explorer, schedule, { name, file, plain, before: first.decisions.length });
}

// Shows what a schedule does, as text and as a page.
async function show(explorer, schedule, { name, file, plain, before }) {
  fs.writeFileSync(name, schedules.text(schedule));
  const { decisions } = schedule;
  say(`${decisions.length} decision${decisions.length === 1 ? '' : 's'} of ${before} ` +
    `${decisions.length === 1 ? 'is' : 'are'} enough (${schedule.why}):`);
  const shown = await explorer.run({ schedule, isTold: true });
  const comparison = new Comparison(plain.journal, shown.journal);
  for (const decision of decisions) say(`  ${comparison.tell(decision).text}`);
  say(`what it prints:\n${lastLines(shown.output)}`);
  const page = name.replace(/\.schedule$/, '.orders.html');
  fs.writeFileSync(page, require('internal/explore/page').make(comparison, schedule, shown));
  say(`the schedule is ${name}: gyre --replay=${name} ${file}\nboth orders are in ${page}`);
}

// --explore --shrink --replay=FILE: one that is there is made shorter.
async function shrinkGiven(options, rest) {
  const name = options.replay;
  if (!fs.existsSync(name)) refuse(`--replay=${name}: there is no such file`);
  const explorer = new Explorer(options, wordsFor(options, rest));
  const given = schedules.read(fs.readFileSync(name, 'utf8'));
  explorer.program = path.basename(rest[0]);
  explorer.date = given.date;
  const plain = await explorer.run({ seed: 0, isTold: true });
  const again = await explorer.run({ schedule: given });
  if (!again.failed) {
    say(`${name}: the program does not fail in that order`);
    return;
  }
  const schedule = { ...given, program: explorer.program, why: again.why };
  schedule.decisions = await shrinkTo(explorer, schedule);
  await show(explorer, schedule, { name, file: rest[0], plain, before: given.decisions.length });
  process.exitCode = 1;
}

// gyre --races FILE: one run, and what might have come otherwise in it; each is tried once.
async function races(options, rest) {
  if (rest.length === 0 || options.eval !== undefined) refuse('--races requires a file');
  const explorer = new Explorer(options, wordsFor(options, rest));
  explorer.program = path.basename(rest[0]);
  const plain = await explorer.run({ seed: 0, isTold: true });
  const found = racesOf(plain.journal);
  const total = options.races === '' ? found.length : Number(options.races);
  if (!(Number.isInteger(total) && total >= 0)) refuse('--races=N: N is a number of pairs');
  const { length } = found;
  say(`${length} pair${length === 1 ? '' : 's'} of events that nothing orders`);
  for (const [i, { text, decisions }] of found.slice(0, total).entries()) {
    const schedule = { seed: 0, date: explorer.date, program: explorer.program, decisions };
    const result = await explorer.run({ schedule });
    const told = result.failed ? `the program fails: ${result.why}` :
      result.order === plain.order ? 'something orders them after all' : 'the program passes';
    say(`${i + 1}. ${text}\n   the other way round ${told}`);
    for (const decision of decisions) say(`   ${decision}`);
    process.exitCode ||= result.failed ? 1 : 0;
  }
}

// gyre --replay=FILE: the loop of this process is open already, so another one runs the program.
function replay(file) {
  const { options, argv } = require('internal/program');
  if (!fs.existsSync(file)) refuse(`--replay=${file}: there is no such file`);
  const child = spawn(process.execPath, wordsFor(options, argv.slice(1)),
    { stdio: 'inherit', env: { ...process.env, GYRE_REPLAY: path.resolve(file) } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGUSR2']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function run(options, rest) {
  if (options.explore !== undefined) explore(options, rest);
  else if (options.races !== undefined) races(options, rest);
  else replay(options.replay);
}

exports.run = run;
