// SPDX-License-Identifier: MIT
// gc() has collected when it returns.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

if (globalThis.gc === undefined) {
  const { status, stderr } = spawnSync(process.execPath, ['--expose-gc', __filename]);
  assert.strictEqual(status, 0, `${stderr}`);
  return;
}

function make() {
  return Array.from({ length: 200 }, (_, i) => new WeakRef({ i }));
}
const refs = make();
setTimeout(() => { // objects made in this job are kept until its end
  gc();
  const left = refs.filter((ref) => ref.deref() !== undefined).length;
  assert.ok(left < 100, `${left} of ${refs.length} are still there`);
}, 1);
