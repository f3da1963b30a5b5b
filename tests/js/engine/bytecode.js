// SPDX-License-Identifier: MIT
// The library from bytecode made ahead of time: programs see the same as without it, and a file
// that does not fit (made by another engine, from other texts, truncated) is ignored.
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = `${process.execPath}.bytecode`;
const isOn = (program, env) => /^ *bytecode +on/m.test(
  execFileSync(program, ['--version', '--verbose'], { encoding: 'utf8', env }));
const without = { ...process.env, GYRE_ENGINE: 'without:bytecode' };
const own = { ...process.env };
delete own.GYRE_ENGINE;
if (!isOn(process.execPath, own)) {
  console.log('skipped: there is no bytecode of this engine');
  process.exit(77);
}
assert.ok(!isOn(process.execPath, without));

// All functions of the library that can be reached, with their texts; where errors come from; what
// runs in other realms and threads.
const program = `
  const seen = new Set();
  const lines = [];
  const textOf = Function.prototype.toString;
  function walk(value, name, depth) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
    if (seen.has(value) || depth > 4) return;
    seen.add(value);
    if (typeof value === 'function') lines.push(name + ' ' + value.length + textOf.call(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: member, get } = Object.getOwnPropertyDescriptor(value, key);
      walk(member ?? get, name + '.' + String(key), depth + 1);
    }
  }
  for (const name of require('module').builtinModules) walk(require(name), name, 0);
  for (const call of [() => fs.readFileSync(5.5), () => new URL('x'), () => Buffer.alloc(-1)]) {
    try { call(); } catch (error) { lines.push(error.stack); }
  }
  lines.push(vm.runInNewContext('[1, 2].map(f)', { f: (x) => x + 1 }).join());
  const { Worker } = require('worker_threads');
  const worker = new Worker('const { parentPort } = require("worker_threads");' +
    'parentPort.postMessage(String(require("net").connect));', { eval: true });
  worker.on('message', (text) => {
    lines.push(text);
    const hash = crypto.createHash('sha256').update(lines.join('\\n')).digest('hex');
    fs.writeSync(1, lines.length + ' ' + hash);
  });`;
const ask = (env) => execFileSync(process.execPath, ['--no-warnings', '-e', program],
  { encoding: 'utf8', env });
const told = ask(own);
assert.ok(parseInt(told, 10) > 1500, told);
assert.strictEqual(told, ask(without));

// --- files that do not fit

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-bytecode-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const copy = path.join(place, 'gyre');
fs.copyFileSync(process.execPath, copy);
const bytes = fs.readFileSync(file);

function check(what, changed, expected) {
  if (changed !== undefined) fs.writeFileSync(`${copy}.bytecode`, changed);
  assert.strictEqual(isOn(copy, own), expected, what);
  const text = 'console.log(path.basename("a/b"), new EventEmitter().on === events.prototype.on)';
  const { stdout, stderr, status } = spawnSync(copy, ['-e', `const EventEmitter = events;${text}`],
    { encoding: 'utf8', env: own });
  assert.strictEqual(`${status} ${stdout}${stderr}`, '0 b true\n', what);
}
function patched(at, number) {
  const changed = Buffer.from(bytes);
  changed[at] ^= number;
  return changed;
}
const HEAD = 128;
check('no file', undefined, false);
check('the file', bytes, true);
check('an empty one', Buffer.alloc(0), false);
check('another format', patched(7, 1), false);
check('another build', patched(9, 1), false);
check('another engine', patched(40, 1), false);
check('more entries than there can be', patched(70, 1), false);
check('no entries', bytes.subarray(0, HEAD), false);
check('only entries', bytes.subarray(0, 20000), true);
const mixed = Buffer.from(bytes);
for (let at = HEAD; at < HEAD + 16 * 200; at += 32) { // two are swapped
  bytes.copy(mixed, at, at + 16, at + 32);
  bytes.copy(mixed, at + 16, at, at + 16);
}
check('other texts', mixed, true);

// --- making one

const made = path.join(place, 'made');
execFileSync(process.execPath, ['--write-bytecode', made], { env: own });
assert.ok(fs.statSync(made).size > bytes.length / 2);
const notRegular = path.join(place, 'pipe');
execFileSync('mkfifo', [notRegular]);
for (const [target, said] of [
  [path.join(place, 'no/where'), /^gyre: .*\/no\/where: No such file or directory\n$/],
  [notRegular, /^gyre: .*\/pipe: this is not a regular file\n$/],
]) {
  const refused = spawnSync(process.execPath, ['--write-bytecode', target],
    { encoding: 'utf8', env: own });
  assert.strictEqual(refused.status, 1);
  assert.match(refused.stderr, said);
}
assert.ok(fs.statSync(notRegular).isFIFO());
assert.deepStrictEqual(fs.readdirSync(place).sort(), ['gyre', 'gyre.bytecode', 'made', 'pipe']);
