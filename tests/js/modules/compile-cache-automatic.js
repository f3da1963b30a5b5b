// SPDX-License-Identifier: MIT
// A program with a lot of text is loaded from bytecode when it runs again, without asking, and sees
// no difference. Small programs do not look for it; a file that does not fit is not used.
'use strict';
const assert = require('assert');
const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-automatic-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE, XDG_CACHE_HOME, GYRE_CACHE,
  ...env } = process.env;
const isRoot = process.getuid() === 0;
let home;

const packsIn = (directory) => (!fs.existsSync(directory) ? [] : fs.readdirSync(directory)
  .map((name) => path.join(directory, name)));
const packs = () => packsIn(path.join(home, '.cache/gyre'));

function newHome() {
  home = fs.mkdtempSync(path.join(place, 'home-'));
}

function run(words, more = {}) {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, [].concat(words),
    { encoding: 'utf8', cwd: place, env: { ...env, HOME: home, ...more } });
  return { stdout, stderr, end: signal ?? status };
}

function write(name, text) {
  fs.writeFileSync(path.join(place, name), text);
  return path.join(place, name);
}

const functions = (count, prefix = '') => Array.from({ length: count }, (_, i) => `
${prefix}function number${i}(list, { start = ${i}, step = 1 } = {}) {
  let total = start; // some text, so that there is something to parse
  for (let at = 0; at < list.length; at += step) total += list[at] * ${i + 1};
  return total;
}`).join('\n');

// --- small programs

newHome();
const small = write('small.js', `${functions(20)} console.log(number3([1]));`);
const smallModule = write('small.mjs', `${functions(20)} console.log(number3([1]));`);
assert.strictEqual(run(small).stdout, '7\n');
assert.strictEqual(run(smallModule).stdout, '7\n');
assert.strictEqual(run(['-p', '1']).stdout, '1\n');
assert.deepStrictEqual(fs.readdirSync(home), []);

// --- a large one

write('part.js', `'use strict';
${functions(400)}
exports.x = number399;
exports.fail = function fail() { throw new Error('on purpose'); };
exports.part = [number1([1, 2]), number300([2])];`);
write('part.mjs', `import { basename } from 'path';
${functions(400, 'export ')}
export class Counter { #n = 0; next() { return ++this.#n; } }
export let live = 1;
export const change = () => { live++; };
export default await basename('a/b');
export const { url } = import.meta;
export function fail() { throw new Error('on purpose, too'); }`);
const main = write('main.js', `
const { part, fail, x } = require('./part.js');
console.log(part, x.name, x.toString().length, process.listenerCount('exit'));
try { fail(); } catch (error) { console.log(error.stack); }
import('./part.mjs').then((m) => {
  m.change();
  console.log(m.default, m.live, m.url, new m.Counter().next(), m.number7([3]),
    m.number9.toString().length, Object.keys(m).length, require('module').getCompileCacheDir());
  try { m.fail(); } catch (error) { console.log(error.stack); }
  if (process.env.MORE) for (let i = 0; i < 400; i++) m[\`number\${i}\`]([i]);
  if (process.env.KILL) process.kill(process.pid, 'SIGKILL');
  if (process.env.EXIT) process.exit(3);
  if (process.env.THROW) throw new Error('the end');
});`);
const plain = run(main, { GYRE_CACHE: 'off' });
assert.strictEqual(plain.end, 0);
assert.match(plain.stdout, /^\[ 7, 902 \] number399 \d+ 0\nError: on purpose\n    at fail /);
assert.deepStrictEqual(packs(), []);
for (const more of [{ NODE_DISABLE_COMPILE_CACHE: '1' }, { GYRE_CACHE: '0' },
  { NODE_V8_COVERAGE: path.join(place, 'coverage') }, { HOME: '' }, { HOME: '/' },
  { GYRE_CACHE: 'relative' }]) {
  assert.strictEqual(run(main, more).stdout, plain.stdout);
  assert.deepStrictEqual(packs(), []);
}
assert.strictEqual(plain.stderr, '');
assert.strictEqual(run(main, { GYRE_CACHE: '0' }).stderr, '');
assert.match(run(main, { GYRE_CACHE: 'relative' }).stderr, /GYRE_CACHE is "relative", neither/);
assert.strictEqual(run(['--virtual-time', main]).stdout, plain.stdout);
assert.strictEqual(run(main, { KILL: '1' }).end, 'SIGKILL');
assert.deepStrictEqual(packs(), []);

assert.deepStrictEqual(run(main), plain);
if (packs().length === 0) {
  console.log('skipped: this engine\'s bytecode cannot be kept');
  process.exit(77);
}
assert.strictEqual(packs().length, 1);
const [pack] = packs();
assert.strictEqual(fs.statSync(pack).mode & 0o777, 0o600);
assert.strictEqual(fs.statSync(path.dirname(pack)).mode & 0o777, 0o700);

// How many functions and files the engine has parsed.
const parsed = (more) => {
  const { stdout, stderr } = run(main, { JSC_reportParseTimes: '1', ...more });
  return (stdout + stderr).split('\nParsed ').length;
};
const before = fs.statSync(pack).mtimeMs;
assert.deepStrictEqual(run(main), plain);
assert.strictEqual(fs.statSync(pack).mtimeMs, before);
const [slow, quick] = [parsed({ GYRE_CACHE: 'off', MORE: '1' }), parsed({ GYRE_CACHE: 'off' })];
assert(slow > quick + 350, `${slow} ${quick}`); // this really counts
assert(parsed({}) < quick, `${parsed({})} ${quick}`);

// --- other ends; what is new is added

for (const more of [{ EXIT: '1' }, { THROW: '1' }]) {
  fs.unlinkSync(pack);
  const first = run(main, more);
  assert.strictEqual(packs().length, 1);
  assert.deepStrictEqual(run(main, more), first);
  assert.deepStrictEqual(run(main, { ...more, GYRE_CACHE: 'off' }), first);
}
fs.unlinkSync(pack);
run(main, { MORE: '1' });
const hasModules = / modules +on\n/.test(run(['--version', '--verbose']).stdout) &&
  !/asan/.test(process.execPath); // where the sample for them does not pass
if (hasModules) assert(parsed({ MORE: '1' }) < slow - 350);

// --- what does not fit

const right = fs.readFileSync(pack);
for (let at = 0; at < 40; at++) {
  const bytes = Buffer.from(right);
  const from = Math.floor(at * bytes.length / 40);
  bytes.fill(bytes[from] ^ 0x5a, from, from + 64);
  fs.writeFileSync(pack, at % 4 === 3 ? bytes.subarray(0, from) : bytes);
  assert.deepStrictEqual(run(main), plain);
}
fs.writeFileSync(pack, right);
const notUsed = (change) => {
  change();
  const { ino } = fs.statSync(pack);
  assert.deepStrictEqual(run(main), plain);
  assert.notStrictEqual(fs.statSync(pack).ino, ino); // written again
};
notUsed(() => fs.chmodSync(pack, 0o620));
assert.strictEqual(fs.statSync(pack).mode & 0o777, 0o600);
if (isRoot) notUsed(() => fs.chownSync(pack, 1, 1));
fs.appendFileSync(path.join(place, 'part.js'), 'exports.part = ["changed"];\n');
assert.match(run(main).stdout, /^\[ 'changed' \]/);
const text = fs.readFileSync(path.join(place, 'part.mjs'), 'utf8');
write('part.mjs', text.replace('let live = 1', 'let live = 5'));
assert.match(run(main).stdout, /\nb 6 file:/);

// --- where it is

const elsewhere = path.join(place, 'elsewhere');
const { stdout } = run(main, { GYRE_CACHE: elsewhere });
assert.strictEqual(packsIn(elsewhere).length, 1);
assert.strictEqual(run(main, { XDG_CACHE_HOME: elsewhere }).stdout, stdout);
assert.strictEqual(packsIn(path.join(elsewhere, 'gyre')).length, 1);
newHome();
fs.writeFileSync(path.join(home, '.cache'), ''); // no directory
assert.deepStrictEqual(run(main), { stdout, stderr: '', end: 0 });
if (isRoot) { // somebody else's, that root has kept
  newHome();
  fs.chownSync(home, 1, 1);
  assert.deepStrictEqual(run(main), { stdout, stderr: '', end: 0 });
  assert.deepStrictEqual(fs.readdirSync(home), []);
}

// --- a program that asks for one, and a worker

newHome();
const asks = write('asks.js', `
require('./part.js');
const { enableCompileCache, getCompileCacheDir } = require('module');
const { Worker } = require('worker_threads');
console.log(enableCompileCache(${JSON.stringify(path.join(place, 'asked'))}).status,
  getCompileCacheDir().startsWith(${JSON.stringify(path.join(place, 'asked'))}));
new Worker('./main.js');`);
const asked = run(asks);
assert.strictEqual(asked.end, 0);
assert.match(asked.stdout, /^1 true\n\[ 'changed' \]/);
assert.strictEqual(run(asks).stdout, asked.stdout);
assert.strictEqual(packs().length, 1); // the worker's

// --- many at once; the oldest are removed

(async () => {
  newHome();
  for (let i = 0; i < 2; i++) {
    await Promise.all(Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, [main], { env: { ...env, HOME: home } });
      let said = '';
      child.stdout.on('data', (data) => { said += data; });
      assert.deepStrictEqual(await once(child, 'close'), [0, null]);
      assert.strictEqual(said, stdout);
    }));
  }
  assert.strictEqual(packs().length, 1);
  const directory = path.dirname(packs()[0]);
  const old = (name, days) => {
    const file = path.join(directory, name);
    fs.writeFileSync(file, '', { mode: 0o600 });
    fs.truncateSync(file, 200 * 1024 * 1024);
    fs.utimesSync(file, Date.now() / 1000 - days * 86400, Date.now() / 1000 - days * 86400);
  };
  old('z-1-aaaaaaaaaaaaaaaa.pack', 3);
  old('z-1-bbbbbbbbbbbbbbbb.pack', 9);
  old('z-1-cccccccccccccccc.pack.17', 1);
  old('zz-other.pack', 99);
  fs.unlinkSync(packs().find((name) => !path.basename(name).startsWith('z')));
  run(main);
  const names = packs().map((name) => path.basename(name)).sort();
  assert.strictEqual(names.length, 3, names.join());
  assert.match(names.join(), /^[^,]*-[\da-f]{16}\.pack,z-1-a{16}\.pack,zz-other\.pack$/);
})();
