// SPDX-License-Identifier: MIT
// gyre --explore: runs a program many times, each in a process of its own and in another order that
// the loop is allowed to choose (src/explore), and tells which of them fail. What fails is made as
// short as possible and written down as a schedule, which --replay runs.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { process } = require('internal/process');
const schedules = require('internal/explore/schedule');

const RUNS = 100;
const SHRINK_RUNS = 150; // at most
const HEAD = 128; // bytes of the first line of a record (src/explore/choose.c)
const LEAST_LIMIT_MS = 10000; // a run that takes longer, and ten times a plain one, does not end
const OUTPUT_MAX = 1 << 20;
const BAD_OPTION = 9;

const say = (text) => process.stderr.write(`${text}\n`);

function refuse(text) {
  say(`gyre: ${text}`);
  process.exit(BAD_OPTION);
}

// The words of the command line that are for the program's own process.
function wordsFor(options, rest) {
  const own = /^--(explore|seed|jobs|time|oracle|shrink|replay)(=|$)/;
  const words = [];
  for (let i = 0; i < process.execArgv.length; i++) {
    const word = process.execArgv[i];
    if (!own.test(word)) words.push(word);
    else if (!/^--(explore|shrink)/.test(word) && !word.includes('=')) i++;
  }
  return [...words, ...rest];
}

function readRecord(file) {
  const text = fs.readFileSync(file, 'latin1');
  const head = Object.fromEntries(
    [...text.slice(0, HEAD).matchAll(/(\w+) (\w+)/g)].map(([, key, value]) => [key, value]));
  const decisions = text.slice(HEAD).split('\n').filter((line) => line !== '');
  return { order: head.order, external: head.external === '1', hangs: head.hangs === '1',
    events: Number(head.events ?? 0), decisions };
}

class Explorer {
  constructor(options, words) {
    this.options = options;
    this.words = words;
    this.date = Date.now();
    this.directory = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-explore-'));
    this.limit = LEAST_LIMIT_MS;
    this.count = 0;
    process.on('exit', () => fs.rmSync(this.directory, { recursive: true, force: true }));
  }

  // One run: { failed, why, output, order, decisions, ms }.
  run({ seed, schedule }) {
    const name = path.join(this.directory, `${++this.count}`);
    const env = { ...process.env };
    const fd = fs.openSync(`${name}.record`, 'w+');
    env.GYRE_EXPLORE = `seed:${seed ?? 0},record:3,date:${this.date}`;
    if (schedule !== undefined) {
      fs.writeFileSync(`${name}.schedule`, schedules.text(schedule));
      env.GYRE_REPLAY = `${name}.schedule`;
    }
    const started = performance.now();
    return new Promise((resolve) => {
      const child = spawn(process.execPath, this.words,
        { env, stdio: ['ignore', 'pipe', 'pipe', fd], detached: true });
      fs.closeSync(fd);
      let output = '';
      const take = (data) => { if (output.length < OUTPUT_MAX) output += data; };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch { /* it has just ended */ }
      }, this.limit);
      child.on('error', (error) => refuse(error.message));
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        const record = readRecord(`${name}.record`);
        fs.rmSync(`${name}.record`);
        if (schedule !== undefined) fs.rmSync(`${name}.schedule`);
        const why = isOver ? 'does not end' : record.hangs ? 'hangs' :
          signal !== null ? `killed by ${signal}` : code !== 0 ? `exit code ${code}` : undefined;
        const result = { ...record, seed, why, code, output, ms: performance.now() - started };
        this.judge(result).then((isFailure) => {
          result.failed = isFailure;
          resolve(result);
        });
      });
    });
  }

  // The exit code decides, or the user's command, which reads the output.
  judge(result) {
    const { oracle } = this.options;
    if (oracle === undefined) return Promise.resolve(result.why !== undefined);
    return new Promise((resolve) => {
      const env = { ...process.env, GYRE_EXIT: `${result.why ?? 0}` };
      const child = spawn('/bin/sh', ['-c', oracle], { env, stdio: ['pipe', 'ignore', 'inherit'] });
      child.stdin.on('error', () => {});
      child.stdin.end(result.output);
      child.on('close', (code) => {
        if (code !== 0) result.why ??= `the oracle says ${code}`;
        resolve(code !== 0);
      });
    });
  }
}

// The seeds of the runs: by the master seed, the same for ever. 0 is the plain order.
function* seedsOf(master, count) {
  let state = BigInt(master) * 0x9e3779b97f4a7c15n;
  for (let i = 0; i < count; i++) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    yield Number((mixed ^ (mixed >> 31n)) >> 32n) + 1;
  }
}

function progress(state, total, until) {
  const seconds = (performance.now() - state.started) / 1000;
  const rate = state.runs / seconds;
  const left = Math.min((total - state.runs) / rate, until - seconds);
  return `${state.runs} of ${total} runs, ${state.orders.size} orders, ` +
    `${state.failures.length} failed, ${rate.toFixed(1)} runs/s, ${Math.ceil(left)} s left`;
}

// Runs them all; { runs, orders, failures }.
async function search(explorer, { total, seed, jobs, time }) {
  const state = { runs: 0, orders: new Set(), failures: [], external: 0,
    started: performance.now() };
  const seeds = seedsOf(seed, total);
  const isOver = () => (performance.now() - state.started) / 1000 >= time;
  const isTerminal = process.stderr.isTTY;
  async function work() {
    for (let next = seeds.next(); !next.done && !isOver(); next = seeds.next()) {
      const result = await explorer.run({ seed: next.value });
      state.runs++;
      state.orders.add(result.order);
      state.external += result.external;
      if (result.failed) state.failures.push(result);
      if (isTerminal) process.stderr.write(`\r\x1b[K${progress(state, total, time)}`);
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  if (isTerminal) process.stderr.write('\r\x1b[K');
  return state;
}

function tell(state, plain) {
  const seconds = ((performance.now() - state.started) / 1000).toFixed(1);
  say(`${state.runs} runs in ${seconds} s, ${state.orders.size} orders, ` +
    `${state.failures.length} failed`);
  const reasons = new Map();
  for (const { why } of state.failures) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  for (const [why, count] of reasons) say(`  ${count} x ${why}`);
  if (state.external > 0) {
    say(`  ${state.external} waited for something outside of the process, and may go otherwise ` +
      'with the same seed');
  }
  if (plain.failed) say(`  the plain order fails, too: ${plain.why}`);
}

const lastLines = (output) => output.trimEnd().split('\n').slice(-12).map((line) => `  | ${line}`)
  .join('\n');

async function explore(options, rest) {
  if (rest.length === 0 || options.eval !== undefined) refuse('--explore requires a file');
  if (options.test) refuse('--explore runs one file: name that of the test instead of --test');
  const total = options.explore === '' ? RUNS : Number(options.explore);
  if (!(Number.isInteger(total) && total > 0)) refuse('--explore=N: N is a number of runs');
  const words = wordsFor(options, rest);
  const explorer = new Explorer(options, words);
  const plain = await explorer.run({ seed: 0 });
  explorer.limit = Math.max(LEAST_LIMIT_MS, plain.ms * 10);
  const state = await search(explorer, { total, seed: options.seed ?? 1,
    jobs: options.jobs ?? os.availableParallelism(), time: options.time ?? Infinity });
  tell(state, plain);
  if (state.failures.length === 0) {
    process.exitCode = plain.failed ? 1 : 0;
    return;
  }
  await report(explorer, state.failures, rest[0]);
  process.exitCode = 1;
}

// The failure with the fewest decisions is made shorter, written down and shown.
async function report(explorer, failures, file) {
  const first = failures.reduce((a, b) => (b.decisions.length < a.decisions.length ? b : a));
  const schedule = { seed: first.seed, date: explorer.date, program: path.basename(file),
    why: first.why, decisions: first.decisions };
  const again = await explorer.run({ schedule });
  if (!again.failed) {
    say('the failure with the fewest decisions does not come again when it is replayed');
  } else if (explorer.options.shrink !== false) {
    schedule.decisions = await schedules.shrink(first.decisions, SHRINK_RUNS,
      async (decisions) => {
        const result = await explorer.run({ schedule: { ...schedule, decisions } });
        return result.failed && result.why === first.why;
      });
  }
  const name = `${path.basename(file).replace(/\.[cm]?js$/, '')}.schedule`;
  fs.writeFileSync(name, schedules.text(schedule));
  say(`${schedule.decisions.length} decisions of ${first.decisions.length} are enough ` +
    `(${first.why}):`);
  for (const decision of schedule.decisions) say(`  ${schedules.inWords(decision)}`);
  const shown = await explorer.run({ schedule });
  say(`what it prints:\n${lastLines(shown.output)}`);
  say(`the schedule is ${name}: gyre --replay=${name} ${file}`);
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
  else replay(options.replay);
}

exports.run = run;
