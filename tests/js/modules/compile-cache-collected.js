// SPDX-License-Identifier: MIT
// The compile cache also has functions that are first called after collections, though others were
// freed in between; a text that is more than its module's function is not kept.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-compile-cache-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const main = path.join(place, 'main.js');

function run(cache, more) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', main],
    { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: cache, ...more } });
  assert.strictEqual(`${status} ${stderr}`, '0 ');
  return stdout;
}
const sizes = (cache) => fs.readdirSync(cache, { recursive: true })
  .map((name) => fs.statSync(path.join(cache, name))).filter((info) => info.isFile())
  .map((info) => info.size);

// Each function makes two more when it is called; most of them are dropped at once.
const makers = Array.from({ length: 120 }, (_, i) => `
list.push(() => { const one = (n) => n + ${i}; function two(n) { return () => one(n) * ${i + 2}; }
  return ${i % 3 === 0} ? two(${i})() : [one(${i}), (() => ({ [${i}]: ${i * 7} }))()]; });`);
fs.writeFileSync(main, `
const list = [];
${makers.join('')}
const out = [];
while (process.env.CALLED && list.length > 0) {
  out.push(list.splice(list.length * 7 % list.length, 3).map((make) => make()));
  gc();
}
console.log(JSON.stringify(out));
`);
const plain = run('', { CALLED: 1 });
const called = path.join(place, 'called');
const first = run(called, { CALLED: 1 });
if (!fs.existsSync(called) || sizes(called).length === 0) {
  console.log('skipped: this engine\'s bytecode cannot be kept');
  process.exit(77);
}
assert.strictEqual(first, plain);
assert.strictEqual(run(called, { CALLED: 1 }), plain);
const uncalled = path.join(place, 'uncalled');
run(uncalled, {});
assert(sizes(called)[0] > sizes(uncalled)[0] * 2, `${sizes(called)} ${sizes(uncalled)}`);
const [small] = sizes(uncalled);
for (let i = 0; i < 3; i++) { // what is new is added, to what there was
  assert.strictEqual(run(uncalled, { CALLED: 1 }), plain);
  assert(sizes(uncalled)[0] > small * 2, `${sizes(uncalled)} ${small}`);
}

// --- more than one function

fs.writeFileSync(main, `
console.log(1); });
globalThis.other = (function () { return ${JSON.stringify('x'.repeat(600))}; });
(function () { console.log(other().length);
`);
const strange = path.join(place, 'strange');
const said = run(strange, {});
assert.strictEqual(run(strange, {}), said);
assert.deepStrictEqual(sizes(strange), []);
