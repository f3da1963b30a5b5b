// SPDX-License-Identifier: MIT
// npm without a network: installs a project from folders and a tarball that it packs itself, runs
// its scripts in order, and links commands.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { run, directory } = require('./help');

const found = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' });
const npm = fs.realpathSync(found.trim());
const place = directory({
  'library/package.json': JSON.stringify({
    name: 'library', version: '1.2.3', main: 'index.js', bin: { tell: 'tell.js' },
    files: ['index.js', 'tell.js'],
  }),
  'library/index.js': 'module.exports = (name) => `hello ${name}`;',
  'library/tell.js': '#!/usr/bin/env node\nconsole.log(require("./index.js")(process.argv[2]));',
  'library/secret.txt': 'is not packed',
  'app/package.json': JSON.stringify({
    name: 'app', version: '1.0.0', scripts: {
      preinstall: 'echo pre >> log', postinstall: 'echo post >> log', start: 'tell npm',
    },
  }),
});
const env = { ...process.env, npm_config_update_notifier: 'false',
  npm_config_cache: path.join(place, 'cache'), npm_config_script_shell: '/bin/sh' };
const quiet = ['--offline', '--no-audit', '--no-fund'];

async function call(args, cwd) {
  const done = await run([npm, ...args], { cwd, env });
  assert.strictEqual(done.code, 0, `npm ${args.join(' ')}: ${done.err}`);
  return done.out;
}

(async () => {
  const library = path.join(place, 'library');
  const app = path.join(place, 'app');
  const packed = JSON.parse(await call(['pack', '--json'], library));
  assert.deepStrictEqual(packed[0].files.map((one) => one.path).sort(),
    ['index.js', 'package.json', 'tell.js']);
  await call(['install', ...quiet, '../library'], app);
  assert.ok(fs.lstatSync(path.join(app, 'node_modules/library')).isSymbolicLink());
  await call(['install', ...quiet, `../library/${packed[0].filename}`], app);
  assert.ok(fs.lstatSync(path.join(app, 'node_modules/library')).isDirectory());
  assert.ok(!fs.existsSync(path.join(app, 'node_modules/library/secret.txt')));
  const started = await call(['start', '--silent'], app);
  assert.strictEqual(started, 'hello npm\n');
  fs.rmSync(path.join(app, 'node_modules'), { recursive: true });
  await call(['ci', ...quiet], app);
  assert.strictEqual(fs.readFileSync(path.join(app, 'log'), 'utf8'), 'pre\npost\n');
  const used = await run(['-p', 'require("library")("ci")'], { cwd: app });
  assert.strictEqual(used.out, 'hello ci\n', used.err);
  const listed = JSON.parse(await call(['ls', '--json'], app));
  assert.strictEqual(listed.dependencies.library.version, '1.2.3');
  await call(['uninstall', ...quiet, 'library'], app);
  assert.ok(!fs.existsSync(path.join(app, 'node_modules/library')));
})();
