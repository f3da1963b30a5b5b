// SPDX-License-Identifier: MIT
// One run of a program under exploration, in its own process, in the order of a seed or of a
// schedule; and its result.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { now } = require('internal/perf/clock');
const { process } = require('internal/process');
const schedules = require('internal/explore/schedule');

const HEAD = 128; // bytes of the first line of a record (src/explore/choose.c)
const LEAST_LIMIT_MS = 10000; // a run that takes longer, and ten times a plain one, does not end
const OUTPUT_MAX = 1 << 20;

function readRecord(file) {
  const text = fs.readFileSync(file, 'latin1');
  const head = Object.fromEntries(
    [...text.slice(0, HEAD).matchAll(/(\w+) (\w+)/g)].map(([, key, value]) => [key, value]));
  const decisions = text.slice(HEAD).split('\n').filter((line) => line !== '');
  return { order: head.order, external: head.external === '1',
    threads: head.threads === '1', hangs: head.hangs === '1',
    events: Number(head.events ?? 0), decisions };
}

class Explorer {
  constructor(options, words) {
    this.options = options;
    this.words = words;
    this.date = Date.now(); // calendar: each run starts at this date
    this.directory = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-explore-'));
    this.limit = LEAST_LIMIT_MS;
    this.count = 0;
    process.on('exit', () => fs.rmSync(this.directory, { recursive: true, force: true }));
  }

  // One run: { failed, why, output, order, decisions, ms }.
  run({ seed, schedule, way, isTold = false }) {
    const name = path.join(this.directory, `${++this.count}`);
    const env = { ...process.env };
    const fd = fs.openSync(`${name}.record`, 'w+');
    const journal = isTold ? fs.openSync(`${name}.journal`, 'w+') : undefined;
    const wishes = [`seed:${seed ?? 0}`, 'record:3', `date:${this.date}`];
    if (way !== undefined && schedule === undefined) wishes.push(way);
    if (isTold) wishes.push('journal:4');
    env.GYRE_EXPLORE = wishes.join(',');
    if (schedule !== undefined) {
      fs.writeFileSync(`${name}.schedule`, schedules.text(schedule));
      env.GYRE_REPLAY = `${name}.schedule`;
    }
    const started = now();
    return new Promise((resolve) => {
      const child = spawn(process.execPath, this.words,
        { env, stdio: ['ignore', 'pipe', 'pipe', fd, ...isTold ? [journal] : []],
          detached: true });
      fs.closeSync(fd);
      if (isTold) fs.closeSync(journal);
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
      child.on('error', (error) => { throw error; });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        const record = readRecord(`${name}.record`);
        fs.rmSync(`${name}.record`);
        if (schedule !== undefined) fs.rmSync(`${name}.schedule`);
        const told = isTold ? fs.readFileSync(`${name}.journal`, 'latin1') : undefined;
        const why = isOver ? 'does not end' : record.hangs ? 'hangs' :
          signal !== null ? `killed by ${signal}` : code !== 0 ? `exit code ${code}` : undefined;
        const result = { ...record, seed, why, code, output, journal: told,
          ms: now() - started };
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

exports.Explorer = Explorer;
exports.LEAST_LIMIT_MS = LEAST_LIMIT_MS;
