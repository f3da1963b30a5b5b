// SPDX-License-Identifier: MIT
// node-gyp, run by gyre, builds addons from source against gyre's headers (--nodedir): node-pty, in
// whose terminal a program then runs, and better-sqlite3, with SQLite, which then makes a table.
// The previous better-sqlite3, which is made for V8, does not compile, and reports why.
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { bin, directory, run } = require('./help');

const isGyre = process.versions.javascriptcore !== undefined;
const modules = path.resolve(__dirname, '../node_modules');
const place = directory({});
const tools = path.join(place, 'bin');
const headers = path.join(place, 'headers');

// A copy of a package, built with `node` being the runtime that runs this.
async function build(name, ...more) {
  const copy = path.join(place, 'node_modules', name);
  fs.cpSync(path.join(modules, name), copy, { recursive: true });
  for (const folder of ['build', 'prebuilds']) {
    fs.rmSync(path.join(copy, folder), { recursive: true, force: true });
  }
  const done = await run(
    [bin('node-gyp'), 'rebuild', ...more, ...isGyre ? [`--nodedir=${headers}`] : []],
    { cwd: copy, env: { ...process.env, PATH: `${tools}:${process.env.PATH}` } });
  return { ...done, copy };
}

function usePty(copy) {
  const pty = require(copy);
  const terminal = pty.spawn('sh', ['-c', 'stty size; read x; echo "got $x"; exit 3'],
    { cols: 77, rows: 33 });
  let text = '';
  terminal.onData((data) => {
    if (text === '') terminal.write('hello\r');
    text += data;
  });
  terminal.onExit(({ exitCode }) => {
    assert.strictEqual(exitCode, 3);
    assert.match(text, /33 77/);
    assert.match(text, /got hello/);
  });
}

function useDatabase(copy) {
  const Database = require(copy);
  const database = new Database(':memory:');
  database.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'one'), (2, 'two')");
  assert.deepStrictEqual(database.prepare('SELECT b FROM t WHERE a > ?').pluck().all(1), ['two']);
  database.close();
}

(async () => {
  fs.mkdirSync(tools);
  fs.symlinkSync(process.execPath, path.join(tools, 'node'));
  fs.mkdirSync(path.join(place, 'node_modules'));
  fs.symlinkSync(path.join(modules, 'node-addon-api'),
    path.join(place, 'node_modules/node-addon-api'));
  if (isGyre) {
    execFileSync(path.join(process.env.GYRE_ROOT, 'tools/addons/make'),
      [process.execPath, headers]);
    const source = path.join(modules, 'better-sqlite3-12/src/better_sqlite3.cpp');
    const refused = spawnSync('g++', ['-fsyntax-only', '-I', path.join(headers, 'include/node'),
      source], { encoding: 'utf8' });
    assert.match(refused.stderr, /gyre loads addons that use Node-API/);
  }
  const built = await build('node-pty');
  assert.strictEqual(built.code, 0, built.out + built.err);
  usePty(built.copy);
  const database = await build('better-sqlite3', '--debug', '--force_build=1', '--jobs=2');
  assert.strictEqual(database.code, 0, database.out + database.err);
  useDatabase(database.copy);
})();
