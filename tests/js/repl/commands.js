// SPDX-License-Identifier: MIT
// The commands of the prompt that use files or a terminal: .save, .load, .editor, .help, .clear;
// and the history that one session leaves to the next.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const repl = require('repl');
const { PassThrough } = require('stream');
const { setTimeout: pause } = require('timers/promises');

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-repl-'));
process.on('exit', () => fs.rmSync(directory, { recursive: true }));
const at = (name) => path.join(directory, name);

// A session; type(line) returns what was printed after it.
function open(options) {
  const input = new PassThrough();
  const output = new PassThrough();
  let out = '';
  output.on('data', (data) => { out += data; });
  const server = repl.start({ prompt: '> ', input, output, terminal: false, ...options });
  return {
    server,
    async type(text) {
      await pause(10);
      out = '';
      input.write(text);
      await pause(20);
      return out;
    },
  };
}

async function saveAndLoad() {
  const file = at('saved.js');
  const first = open();
  await first.type('let n = 20\n');
  await first.type('n + 22\n');
  assert.strictEqual(await first.type(`.save ${file}\n`), `Session saved to: ${file}\n> `);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), 'let n = 20\nn + 22');
  assert.strictEqual(await first.type(`.save ${at('no/such/place')}\n`),
    `Failed to save: ${at('no/such/place')}\n> `);
  first.server.close();

  const second = open();
  assert.strictEqual(await second.type(`.load ${file}\n`), '42\n> > ');
  assert.strictEqual(await second.type('n\n'), '20\n> ');
  assert.strictEqual(await second.type(`.load ${at('nosuch.js')}\n`),
    `Failed to load: ${at('nosuch.js')}\n> `);
  assert.strictEqual(await second.type(`.load ${directory}\n`),
    `Failed to load: ${directory} is not a valid file\n> `);
  assert.strictEqual(await second.type('.clear\n'), 'Clearing context...\n> ');
  assert.match(await second.type('n\n'), /^Uncaught ReferenceError: n is not defined/);
  assert.match(await second.type('.help\n'),
    /^\.break {3}Sometimes[^]*\.save {4}Save all[^]*Ctrl\+D to exit the REPL\n> $/);
  second.server.close();
}

async function editor() {
  const session = open({ terminal: true, useColors: false });
  assert.match(await session.type('.editor\n'), /Entering editor mode/);
  await session.type('const a = 6;\n');
  await session.type('a * 7\n');
  assert.match(await session.type('\u0004'), /\n42\n/); // Ctrl+D runs it
  assert.match(await session.type('a\n'), /\n6\n/);
  await session.type('.editor\n');
  await session.type('never = 1\n');
  await session.type('\u0003'); // Ctrl+C drops it
  assert.match(await session.type('typeof never\n'), /'undefined'/);
  session.server.close();
}

function withHistory(file) {
  const session = open({ terminal: true, useColors: false });
  return new Promise((resolve, reject) => {
    session.server.setupHistory(file, (error) => (error ? reject(error) : resolve(session)));
  });
}

async function history() {
  const file = at('history');
  const first = await withHistory(file);
  await first.type('1 + 1\n');
  await first.type('2 + 2\n');
  await pause(50);
  assert.strictEqual(fs.readFileSync(file, 'utf8'), '2 + 2\n1 + 1');
  assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
  first.server.close();

  const second = await withHistory(file);
  assert.match(await second.type('\u001b[A\u001b[A\n'), /1 \+ 1[^]*\n2\n/); // up, up
  second.server.close();
}

(async () => {
  await saveAndLoad();
  await editor();
  await history();
  console.log('done');
})();
