// SPDX-License-Identifier: MIT
// The history of the prompt, kept between programs: a file with a line for each entry, the newest
// first. NODE_REPL_HISTORY names it; empty means none.
'use strict';
const fs = require('fs');

const SIZE = 1000;

function sizeOf(env) {
  const size = Number(env.NODE_REPL_HISTORY_SIZE);
  return Number.isFinite(size) && size > 0 ? Math.floor(size) : SIZE;
}

function pathOf(env) {
  if (env.NODE_REPL_HISTORY !== undefined) {
    const path = env.NODE_REPL_HISTORY.trim();
    return path === '' ? undefined : path;
  }
  return env.HOME ? require('path').join(env.HOME, '.node_repl_history') : undefined;
}

// callback(error, repl) when the lines are there.
function setUp(repl, path, callback) {
  const size = sizeOf(process.env);
  path = path === undefined ? pathOf(process.env) : path || undefined;
  repl.historySize = size;
  if (path === undefined) {
    process.nextTick(callback, null, repl);
    return;
  }
  let text = '';
  try {
    text = fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') {
      repl.output.write(`\nError: Could not open history file.\n${error.message}\n` +
        'REPL session history will not be persisted.\n');
      process.nextTick(callback, null, repl);
      return;
    }
  }
  repl.history = text.split(/[\n\r]+/).filter((line) => line !== '').slice(0, size);
  let timer;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      fs.writeFileSync(path, repl.history.slice(0, size).join('\n'), { mode: 0o600 });
    } catch (error) {
      repl.output.write(`\n${error.message}\n`);
      repl.removeListener('history', later);
    }
  };
  const later = () => { timer ??= setTimeout(save, 15).unref(); };
  repl.on('history', later);
  repl.once('exit', () => { if (timer !== undefined) save(); });
  process.nextTick(callback, null, repl);
}

exports.setUp = setUp;
