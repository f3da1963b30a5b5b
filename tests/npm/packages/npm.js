// SPDX-License-Identifier: MIT
// npm itself, as installed here: its version, and the dependencies of a project.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const { run, directory } = require('./help');

const found = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' });
const npm = fs.realpathSync(found.trim());
const place = directory({
  'package.json': '{ "name": "project", "version": "1.0.0", "dependencies": { "dep": "^2.0.0" } }',
  'node_modules/dep/package.json': '{ "name": "dep", "version": "2.1.0" }',
});

(async () => {
  const env = { ...process.env, npm_config_update_notifier: 'false' };
  let done = await run([npm, '--version'], { env });
  assert.match(done.out, /^\d+\.\d+\.\d+\n$/);
  done = await run([npm, 'ls', '--json'], { cwd: place, env });
  assert.strictEqual(done.code, 0, done.err);
  assert.strictEqual(JSON.parse(done.out).dependencies.dep.version, '2.1.0');
  done = await run([npm, 'pkg', 'get', 'version'], { cwd: place, env });
  assert.strictEqual(done.out.trim(), '"1.0.0"');
  await install(env);
})();

// From the registry, over TLS: the right package is installed, and works.
async function install(env) {
  const fresh = directory({ 'package.json': '{ "name": "fresh", "version": "1.0.0" }' });
  const done = await run([npm, 'install', 'express@4', '--no-audit', '--no-fund'],
    { cwd: fresh, env });
  assert.strictEqual(done.code, 0, done.err);
  const listed = await run([npm, 'ls', '--all', '--json'], { cwd: fresh, env });
  assert.strictEqual(listed.code, 0, listed.err);
  assert.match(JSON.parse(listed.out).dependencies.express.version, /^4\./);
  const used = await run(['-p', 'typeof require("express")()'], { cwd: fresh });
  assert.strictEqual(used.out, 'function\n', used.err);
}
