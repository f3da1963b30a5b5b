// SPDX-License-Identifier: MIT
// What takes real time inside of the process is no hang: a worker that computes, and the kernel,
// which keeps small pieces back until earlier ones are acknowledged, and large ones until there is
// room, and the engine, which compiles. Runs with threads are counted. Nor is there anybody outside
// where a client has gone.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const path = require('path');

function explore(name) {
  const { status, stderr } = spawnSync(process.execPath,
    ['--explore=12', path.join(__dirname, 'fixtures', name)], { encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  return stderr;
}

assert.match(explore('worker.js'), /^ {2}12 had several threads, whose order is not decided/m);
assert.doesNotMatch(explore('tls.js'), /may differ/);
assert.doesNotMatch(explore('large.js'), /may differ/);
assert.doesNotMatch(explore('gone.js'), /may differ/);
assert.doesNotMatch(explore('wasm.js'), /may differ/);
