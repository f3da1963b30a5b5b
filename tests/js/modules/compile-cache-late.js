// SPDX-License-Identifier: MIT
// The compile cache of a program that runs for long and is then killed is written meanwhile.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-late-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const GYRE_CACHE = path.join(place, 'cache');
const main = path.join(place, 'main.js');
const functions = Array.from({ length: 800 }, (_, i) => `
function number${i}(list, { start = ${i}, step = 1 } = {}) {
  return list.length * step + start; // some text, so that there is something to parse
}
if (${i} < 700) number${i}([]);`);
fs.writeFileSync(path.join(place, 'part.js'), `${functions.join('')}
exports.more = () => [number750([]), number751([])];`);
fs.writeFileSync(main, `const { more } = require('./part.js');
const kill = () => process.kill(process.pid, 'SIGKILL');
if (process.argv[2]) setTimeout(() => { console.log(more()); setTimeout(kill, 1000); }, 10500);`);
const run = (...words) => spawnSync(process.execPath, [main, ...words], { encoding: 'utf8',
  env: { ...process.env, GYRE_CACHE, JSC_reportParseTimes: '1' } });

assert(run().status === 0);
if (!fs.existsSync(GYRE_CACHE)) {
  console.log('skipped: this engine\'s bytecode cannot be kept');
  process.exit(77);
}
fs.rmSync(GYRE_CACHE, { recursive: true });
const first = run('late');
assert.strictEqual(first.signal, 'SIGKILL');
assert.match(first.stdout + first.stderr, /\[ 750, 751 \]/);
assert.match(fs.readdirSync(GYRE_CACHE).join(), /^[^,]*-[\da-f]{16}\.pack$/);
const second = run();
assert.strictEqual(second.status, 0);
const parsed = ({ stdout, stderr }) => (stdout + stderr).split('Parsed ').length;
assert(parsed(second) < parsed(first) - 600, `${parsed(second)} ${parsed(first)}`);
