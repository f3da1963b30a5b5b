// SPDX-License-Identifier: MIT
// --watch: the program runs as a child, which reports the files that it loads, a line each, on a
// separate descriptor; when one of them changes, it is run again. Called by internal/main.js in the
// process that watches, and by internal/prepare.js in the one that runs.
'use strict';
const program = require('internal/program');
const { process } = require('internal/process');

const CHANNEL = 3;
const QUIET_MS = 200; // writers of files take their time
const STOP = ['SIGTERM', 'SIGINT'];

// --- in the child

function tellFiles() {
  const channel = Number(process.env.WATCH_REPORT_DEPENDENCIES);
  delete process.env.WATCH_REPORT_DEPENDENCIES; // it is not for children of this one
  const { write } = binding('stdio');
  program.onFile = (path) => write(channel, `${path}\n`);
}

// --- in the parent

class Watcher {
  #directories = new Map(); // -> the watcher of one
  #files = new Set();
  #changed = new Set();
  #timer;
  #onChange;

  constructor(onChange) { this.#onChange = onChange; }

  addFile(path) {
    this.#files.add(path);
    const { dirname, join } = require('path');
    const directory = dirname(path);
    if (this.#directories.has(directory)) return;
    this.#watch(directory, {}, (name) => this.#files.has(join(directory, name)));
  }
  addTree(path) { this.#watch(path, { recursive: true }, () => true); }

  #watch(path, options, isOurs) {
    let watcher;
    try {
      watcher = require('fs').watch(path, options);
    } catch {
      return; // it is gone again
    }
    watcher.on('error', () => {});
    watcher.on('change', (event, name) => {
      if (name !== null && !isOurs(`${name}`)) return;
      this.#changed.add(require('path').join(path, `${name ?? ''}`));
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        const changed = this.#changed;
        this.#changed = new Set();
        this.#onChange(changed);
      }, QUIET_MS);
    });
    this.#directories.set(path, watcher);
  }
  // A program that is run again may need other files.
  forget() {
    clearTimeout(this.#timer);
    for (const [path, watcher] of this.#directories) {
      watcher.close();
      this.#directories.delete(path);
    }
    this.#files.clear();
  }
}

// The words of the child: without those of --watch.
function withoutWatch(words) {
  const kept = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--watch-path') i++;
    else if (!/^--watch(?:-path=|-preserve-output$|$)/.test(words[i])) kept.push(words[i]);
  }
  return kept;
}

function childEnvironment() {
  const { NODE_OPTIONS } = process.env;
  const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: `${CHANNEL}` };
  if (NODE_OPTIONS) env.NODE_OPTIONS = withoutWatch(NODE_OPTIONS.split(/\s+/)).join(' ');
  return env;
}

class Watched {
  #child = null;
  #watcher = new Watcher(() => this.#again());
  #args;
  #name;

  constructor(args) {
    this.#args = args;
    this.#name = require('internal/inspect').inspect(args.join(' '));
    for (const signal of STOP) process.once(signal, () => this.#stop(signal).then(process.exit));
  }

  #say(text, colour) {
    const isTerminal = process.stdout.isTTY;
    process.stdout.write(isTerminal ? `\x1b[${colour}m${text}\x1b[39m\n` : `${text}\n`);
  }

  start() {
    const { options } = program;
    for (const path of options.watchPath ?? []) this.#watcher.addTree(path);
    const words = [...withoutWatch(process.execArgv), ...this.#args];
    const child = require('child_process').spawn(process.execPath, words, {
      stdio: ['inherit', 'inherit', 'inherit', 'pipe'], env: childEnvironment(),
    });
    this.#child = child;
    let rest = '';
    child.stdio[CHANNEL].setEncoding('utf8');
    child.stdio[CHANNEL].on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      if (options.watchPath === undefined) lines.forEach((path) => this.#watcher.addFile(path));
    });
    if (options.watchPath === undefined) {
      this.#watcher.addFile(require('path').resolve(this.#args[0])); // it may not come to be loaded
    }
    child.on('exit', (code) => {
      if (this.#child !== child) return; // it was stopped
      this.#child = null;
      if (code === 0) this.#say(`Completed running ${this.#name}`, 34);
      else this.#say(`Failed running ${this.#name}`, 31);
    });
  }

  #stop(signal) {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return Promise.resolve(0);
    return new Promise((resolve) => {
      child.once('exit', () => resolve(0));
      child.kill(signal);
    });
  }

  async #again() {
    await this.#stop('SIGTERM');
    this.#watcher.forget();
    if (process.stdout.isTTY && !program.options.watchPreserveOutput) {
      process.stdout.write('\x1bc');
    }
    this.#say(`Restarting ${this.#name}`, 32);
    this.start();
  }
}

function run(args) {
  new Watched(args).start();
}

exports.Watcher = Watcher;
exports.run = run;
exports.tellFiles = tellFiles;
