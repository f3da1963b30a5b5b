// SPDX-License-Identifier: MIT
// module.enableCompileCache() and NODE_COMPILE_CACHE: from its second run on a program is loaded
// from bytecode, and sees no difference; a file of the cache that does not fit is ignored.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-compile-cache-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const cache = path.join(place, 'cache');
const main = path.join(place, 'main.js');
const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE, ...env } = process.env;

function run(more = {}, file = main) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file],
    { encoding: 'utf8', env: { ...env, ...more } });
  assert.strictEqual(`${status} ${stderr}`, '0 ');
  return stdout;
}
const files = () => fs.readdirSync(cache, { recursive: true }).map((name) => path.join(cache, name))
  .filter((name) => fs.statSync(name).isFile()).sort();

const filler = Array.from({ length: 40 }, (_, i) => `function unused${i}() { return ${i}; }`);
fs.writeFileSync(path.join(place, 'other.js'), `'use strict'; // é and \u{1F600} make it wide
${filler.join('\n')}
class Counter { #n = 0; static made = []; next() { return ++this.#n; } get n() { return this.#n; } }
exports.Counter = Counter;
exports.fail = function fail() { throw new Error('on purpose'); };
exports.later = async function* later() { yield 1; yield await 2; };
exports.load = () => import('node:path');
exports.text = \`\${filename(__filename)} \${(() => 'arrow')}\`;
function filename(name) { return require('path').basename(name); }
`);
fs.writeFileSync(main, `
const { Counter, fail, later, load, text } = require('./other.js');
${filler.join('\n')}
const counter = new Counter();
console.log(counter.next(), counter.next(), counter.n, text, Counter.toString().length);
try { fail(); } catch (error) { console.log(error.stack); }
(async () => {
  for await (const value of later()) console.log(value);
  console.log((await load()).basename('a/b'), require('module').getCompileCacheDir());
})();
if (process.env.CALLED) console.log(unused3() + unused7());
`);

const plain = run();
const state = JSON.parse(spawnSync(process.execPath, ['-p',
  `JSON.stringify(require('module').enableCompileCache(${JSON.stringify(cache)}))`],
{ encoding: 'utf8', env }).stdout);
if (state.status === 0 && /bytecode/.test(state.message)) {
  console.log('skipped: this engine\'s bytecode cannot be kept');
  process.exit(77);
}
assert.deepStrictEqual(state, { status: 1, directory: cache });

const own = { NODE_COMPILE_CACHE: cache };
const first = run(own);
assert.strictEqual(first.replace(/\S+\n$/, 'undefined\n'), plain);
assert.strictEqual(first.trim().split(/\s/).at(-1), path.dirname(files()[0]));
assert.strictEqual(files().length, 1);
const before = files().map((name) => fs.statSync(name).mtimeMs);
assert.strictEqual(run(own), first);
assert.strictEqual(run({ ...own, CALLED: 1 }), `${first.replace(/1\n2\nb.*\n$/s, '')}10\n${
  /1\n2\nb.*\n$/s.exec(first)[0]}`);
assert.deepStrictEqual(files().map((name) => fs.statSync(name).mtimeMs), before);
assert.strictEqual(run({ ...own, NODE_DISABLE_COMPILE_CACHE: 1 }), plain);

// --- what does not fit

const kept = files().map((name) => fs.readFileSync(name));
for (const change of [
  (bytes) => bytes.subarray(0, bytes.length / 2), (bytes) => bytes.subarray(0, 10),
  (bytes) => Buffer.alloc(0), (bytes) => bytes.fill(1, 0, 8), (bytes) => bytes.fill(7, 100, 140),
  (bytes) => bytes.fill(3, 8, 16), (bytes) => Buffer.concat([bytes, bytes]),
]) {
  files().forEach((name, i) => fs.writeFileSync(name, change(Buffer.from(kept[i]))));
  assert.strictEqual(run(own), first);
  assert.deepStrictEqual(files().map((name) => fs.readFileSync(name).length),
    kept.map((bytes) => bytes.length)); // written again
}
const [one] = files();
fs.chmodSync(one, 0o666); // others may have written to it
assert.strictEqual(run(own), first);
assert.strictEqual(fs.statSync(one).mode & 0o777, 0o600);
fs.renameSync(one, path.join(place, 'moved'));
fs.symlinkSync(path.join(place, 'moved'), one);
assert.strictEqual(run(own), first);
assert.ok(!fs.lstatSync(one).isSymbolicLink());
if (process.getuid() === 0) { // somebody else's
  fs.chownSync(one, 1, 1);
  assert.strictEqual(run(own), first);
  assert.strictEqual(fs.statSync(one).uid, 0);
}
const second = path.join(place, 'second.js'); // another program's
fs.copyFileSync(main, second);
const shown = run(own, second);
const two = files().find((name) => name !== one);
fs.copyFileSync(two, path.join(place, 'moved'));
fs.copyFileSync(one, two);
fs.copyFileSync(path.join(place, 'moved'), one);
assert.strictEqual(run(own), first);
assert.strictEqual(run(own, second), shown);
fs.appendFileSync(path.join(place, 'other.js'), 'exports.text = "changed";\n');
assert.match(run(own), /^1 2 2 changed /);
assert.match(run(own), /^1 2 2 changed /);

// --- the interface

const ask = (text, more = {}) => spawnSync(process.execPath, ['-p', `
  const { enableCompileCache, constants, flushCompileCache,
    getCompileCacheDir } = require('module');
  JSON.stringify(${text})`], { encoding: 'utf8', cwd: place, env: { ...env, ...more } }).stdout;
const answer = (...args) => JSON.parse(ask(...args));
assert.deepStrictEqual(answer('constants.compileCacheStatus'),
  { FAILED: 0, ENABLED: 1, ALREADY_ENABLED: 2, DISABLED: 3 });
class Derived extends require('module') {}
for (const [key, value] of Object.entries(require('module'))) Derived[key] = value;
assert.deepStrictEqual(answer('enableCompileCache()', { TMPDIR: place }),
  { status: 1, directory: path.join(place, 'node-compile-cache') });
assert.deepStrictEqual(answer('enableCompileCache({ directory: "here" })'),
  { status: 1, directory: path.join(place, 'here') });
assert.deepStrictEqual(answer('[enableCompileCache("here").status, enableCompileCache().status]'),
  [1, 2]);
assert.deepStrictEqual(answer('enableCompileCache("here")', { NODE_DISABLE_COMPILE_CACHE: '1' }),
  { status: 3, message: 'Disabled by NODE_DISABLE_COMPILE_CACHE' });
assert.match(answer('enableCompileCache("main.js/x")').message, /^Cannot create cache directory: /);
assert.strictEqual(ask('[getCompileCacheDir(), flushCompileCache()]').trim(), '[null,null]');
for (const wrong of ['5', 'null', '{ directory: 5 }']) {
  assert.strictEqual(answer(`(() => { try { enableCompileCache(${wrong}); } catch (error) {
    return [error.code, error.message]; } })()`).join(),
  'ERR_INVALID_ARG_TYPE,cacheDir should be a string');
}

const flushing = path.join(place, 'flushing.js');
fs.writeFileSync(flushing, `
const module_ = require('module');
module_.enableCompileCache(process.argv[2] ?? ${JSON.stringify(path.join(place, 'flushed'))});
require('./other.js').load();
module_.flushCompileCache();
console.log(require('fs').readdirSync(module_.getCompileCacheDir()).length);
const { Worker } = require('worker_threads');
const above = require('path').dirname(module_.getCompileCacheDir());
new Worker(\`require('module').enableCompileCache(\${JSON.stringify(above)});
  console.log(new (require(${JSON.stringify(path.join(place, 'other.js'))}).Counter)().next());\`,
{ eval: true });
`);
assert.strictEqual(run({}, flushing), '1\n1\n');
assert.strictEqual(run({}, flushing), '2\n1\n'); // the worker has its own

// --- moved together with its program

fs.mkdirSync(path.join(place, 'from'));
fs.copyFileSync(path.join(place, 'other.js'), path.join(place, 'from/other.js'));
fs.writeFileSync(path.join(place, 'from/start.js'), `
require('module').enableCompileCache({ directory: __dirname + '/cache', portable: true });
require('./other.js');`);
const portable = (name) => {
  run({}, path.join(place, name, 'start.js'));
  const inside = path.join(place, name, 'cache');
  const [version] = fs.readdirSync(inside);
  const [name_] = fs.readdirSync(path.join(inside, version));
  return [name_, fs.statSync(path.join(inside, version, name_)).mtimeMs];
};
const there = portable('from');
fs.renameSync(path.join(place, 'from'), path.join(place, 'to'));
assert.deepStrictEqual(portable('to'), there);
