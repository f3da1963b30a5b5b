// SPDX-License-Identifier: MIT
// The prepared engine: programs see the same as without it; libraries that it opens later are there
// when they are needed, even if there is no descriptor left; and a file that does not fit (made of
// another library, damaged, or writable by others) is not used.
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = `${process.execPath}.engine`;
const own = { ...process.env };
delete own.GYRE_ENGINE;
const isOn = (program, more) => /^ *prepared +on/m.test(execFileSync(
  program, ['--version', '--verbose'], { encoding: 'utf8', env: { ...own, ...more } }));
if (!isOn(process.execPath)) {
  console.log('skipped: there is no prepared engine');
  process.exit(77);
}
const without = { GYRE_ENGINE: 'without:prepared' };
assert.ok(!isOn(process.execPath, without));
assert.ok(!isOn(process.execPath, { GYRE_ENGINE: 'plain' }));

// --- libraries to be searched first: then the loader has to decide

for (const name of ['LD_LIBRARY_PATH', 'LD_PRELOAD']) {
  assert.ok(!isOn(process.execPath, { [name]: '' }), name);
}

// --- the same result

function run(text, more) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', text],
    { encoding: 'utf8', env: { ...own, ...more } });
  assert.strictEqual(`${status}${stderr}`, '0', text);
  return stdout;
}
const local = `
  const day = new Date(1e12);
  const out = [];
  for (const tag of ['en', 'de', 'tr', 'ar', 'ja', 'hi', 'th']) {
    out.push((1234567.891).toLocaleString(tag), day.toLocaleString(tag, { timeZone: 'Asia/Tokyo' }),
      ['b', 'a', 'ä', 'z', 'I', 'i', 'ı'].sort(new Intl.Collator(tag).compare).join(''),
      'Iİiı'.toLocaleLowerCase(tag), new Intl.PluralRules(tag).select(2),
      new Intl.RelativeTimeFormat(tag).format(-3, 'day'),
      new Intl.DisplayNames(tag, { type: 'region' }).of('FR'),
      [...new Intl.Segmenter(tag, { granularity: 'word' }).segment('a b, c')].length,
      new Intl.ListFormat(tag).format(['x', 'y', 'z']), new Intl.Locale(tag).maximize().toString());
  }
  out.push('Å'.normalize('NFD').length, /\\p{Script=Greek}/u.test('α'),
    new URL('http://bücher.de').host,
    new TextDecoder('gbk').decode(new Uint8Array([0xc4, 0xe3])));
  console.log(out.join('|'));`;
assert.strictEqual(run(local), run(local, without));

// --- opened later

const loaded = `const has = () => /libicui18n/.test(fs.readFileSync('/proc/self/maps', 'utf8'));`;
assert.strictEqual(run(`${loaded} console.log(has(), 'a'.localeCompare('b', 'sv'), has())`),
  'false -1 true\n');
assert.strictEqual(run(`
  ${loaded}
  const fds = [];
  try { for (;;) fds.push(fs.openSync('/dev/null')); } catch (error) { var { code } = error; }
  const before = [fds.length > 100, code];
  const shown = new Intl.NumberFormat('de').format(1234.5);
  let again; // those of the program are all still open
  try { fs.openSync('/dev/null') } catch (error) { again = error.code; }
  for (const fd of fds) fs.closeSync(fd);
  console.log(...before, shown, again, has());`), 'true EMFILE 1.234,5 EMFILE true\n');
assert.strictEqual(run(`
  const { Worker } = require('worker_threads');
  let sum = '';
  const text = 'require("worker_threads").parentPort.postMessage((1234.5).toLocaleString("de"))';
  for (let i = 0; i < 6; i++) {
    new Worker(text, { eval: true }).on('message', (shown) => { sum += shown; });
  }
  process.on('exit', () => console.log(sum));`), `${'1.234,5'.repeat(6)}\n`);

// --- files that do not fit

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-prepared-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const copy = path.join(place, 'gyre');
fs.copyFileSync(process.execPath, copy);
const made = `${copy}.engine`;
const ENGINE_KEY = 536;
const NAME = 'libjavascriptcoregtk-4.1.so.0';

function check(what, expected) {
  assert.strictEqual(isOn(copy), expected, what);
  assert.strictEqual(execFileSync(copy, ['-p', '"ä".localeCompare("z", "sv")'],
    { encoding: 'utf8', env: own }), '1\n', what);
}
function patched(what, at, expected) {
  const fd = fs.openSync(made, 'r+');
  const size = fs.fstatSync(fd).size;
  const byte = Buffer.alloc(1);
  const place = at < 0 ? size + at : at;
  fs.readSync(fd, byte, 0, 1, place);
  const before = byte[0];
  byte[0] ^= 1;
  fs.writeSync(fd, byte, 0, 1, place);
  check(what, expected);
  byte[0] = before;
  fs.writeSync(fd, byte, 0, 1, place);
  fs.closeSync(fd);
}
check('no file', false);
fs.writeFileSync(made, '');
check('an empty one', false);
fs.copyFileSync(file, made);
check('the file', true);
const key = fs.readFileSync(made).subarray(-ENGINE_KEY);
assert.strictEqual(key.toString('latin1', 0, 7), 'gyre-en');
const named = key.indexOf(NAME);
assert.ok(named > 0);
patched('another format', -ENGINE_KEY + 7, false);
patched('another build of the library', -ENGINE_KEY + 8, false);
patched('a library that the loader would not find', -ENGINE_KEY + named - 2, false);
patched('a library of another size', -ENGINE_KEY + 296, false);
patched('a library of another time', -ENGINE_KEY + 304, false);
patched('a key of another file', -ENGINE_KEY + 312, false);
fs.chmodSync(made, 0o664);
check('writable by a group', false);
fs.chmodSync(made, 0o644);
check('not writable', true);
if (process.getuid() === 0) {
  fs.chownSync(made, 65534, 65534);
  check('of somebody else', false);
  fs.chownSync(copy, 65534, 65534);
  check('of the owner of the program', true);
}

// --- an update of the system's library: seen at the next start, without any tool having been run

const mapped = fs.readFileSync('/proc/self/maps', 'utf8');
assert.ok(process.env.GYRE_ENGINE !== undefined || /gyre\.engine/.test(mapped));
const system = fs.realpathSync(key.toString('latin1', 40, named + NAME.length));
const updated = path.join(place, 'updated');
const asUpdated = (...command) => spawnSync('unshare', [
  '-m', 'sh', '-c', `mount --bind ${updated} ${system} && exec "$@"`, 'sh', ...command,
], { encoding: 'utf8', env: own });
fs.copyFileSync(system, updated);
if (process.getuid() === 0 && asUpdated('true').status === 0) {
  const { atime, mtime } = fs.statSync(system);
  const isUsed = () => {
    const told = asUpdated(copy, '--version', '--verbose');
    assert.strictEqual(told.status, 0, told.stderr);
    return /^ *prepared +on/m.test(told.stdout);
  };
  fs.utimesSync(updated, atime, mtime);
  assert.ok(isUsed(), 'the same library');
  fs.utimesSync(updated, atime, new Date(mtime.getTime() + 1000));
  assert.ok(!isUsed(), 'another time');
  const text = fs.readFileSync(updated);
  text[text.indexOf(key.subarray(8, 28))] ^= 1;
  fs.writeFileSync(updated, text);
  fs.utimesSync(updated, atime, mtime);
  assert.ok(!isUsed(), 'another build');
}
fs.rmSync(updated);
fs.truncateSync(made, 1e6);
check('truncated', false);

// --- making one

fs.rmSync(made);
execFileSync(copy, ['--write-engine', made], { env: own });
check('one that was made', true);
execFileSync(copy, ['--write-engine', 'plain'], { cwd: place, env: own }); // a name alone
assert.ok(fs.readFileSync(path.join(place, 'plain')).equals(fs.readFileSync(made)));
fs.rmSync(path.join(place, 'plain'));
for (const words of [['--write-engine'], ['--write-bytecode'], ['--write-engine', 'a', 'b']]) {
  const refused = spawnSync(copy, words, { cwd: place, encoding: 'utf8', env: own });
  assert.strictEqual(refused.stderr, `${copy}: ${words[0]} requires one argument, a file\n`);
  assert.strictEqual(refused.status, 9);
}
const notRegular = path.join(place, 'pipe');
execFileSync('mkfifo', [notRegular]);
for (const [target, more, said] of [
  ['', {}, /^gyre: : No such file or directory\n$/],
  [notRegular, {}, /^gyre: .*\/pipe: this is not a regular file\n$/],
  [path.join(place, 'no/where'), {}, /^gyre: .*\/no\/where: No such file or directory\n$/],
  [path.join(place, 'other'), { LD_LIBRARY_PATH: '/usr/lib' }, /^gyre: .*\/other: .*library.*\n$/],
]) {
  const refused = spawnSync(copy, ['--write-engine', target],
    { encoding: 'utf8', env: { ...own, ...more } });
  assert.strictEqual(refused.status, 1);
  assert.match(refused.stderr, said);
}
assert.ok(fs.statSync(notRegular).isFIFO());
assert.deepStrictEqual(fs.readdirSync(place).sort(), ['gyre', 'gyre.engine', 'pipe']);
