// SPDX-License-Identifier: MIT
// The code of the prepared engine in memory is that of its file, but for CPUID where no result of
// it is used: there is an instruction that a hypervisor does not take over. Programs that have much
// compiled get the same results with and without that.
'use strict';
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');

const own = { ...process.env };
delete own.GYRE_ENGINE;

// What differs in the engine's code between memory and file: [before, after].
function differences() {
  const file = fs.readFileSync(`${process.execPath}.engine`);
  const found = [];
  const fd = fs.openSync('/proc/self/mem', 'r');
  const lines = fs.readFileSync('/proc/self/maps', 'utf8').split('\n')
    .filter((one) => / r-xp .*gyre\.engine$/.test(one));
  for (const line of lines) {
    const [range,, offset] = line.split(' ');
    const [from, to] = range.split('-').map((one) => BigInt(`0x${one}`));
    const now = Buffer.alloc(Number(to - from));
    assert.strictEqual(fs.readSync(fd, now, 0, now.length, from), now.length);
    const text = file.subarray(parseInt(offset, 16)).subarray(0, now.length);
    compare(text, now, found);
  }
  fs.closeSync(fd);
  assert.notStrictEqual(lines.length, 0);
  return found;
}

function compare(text, now, found) {
  for (let at = 0; at < now.length; at += 4096) {
    if (text.subarray(at, at + 4096).equals(now.subarray(at, at + 4096))) continue;
    for (let i = at; i < at + 4096; i++) {
      if (now[i] === text[i]) continue;
      found.push([text.toString('hex', i, i + 4), now.toString('hex', i, i + 4)]);
      i += 3;
    }
  }
}

// Functions that are compiled one after the other, while those before them run.
function work() {
  let sum = 0;
  for (let i = 0; i < 300; i++) {
    const made = new Function('n', `let s = ${i}; for (let j = 0; j < n; j++) s = (s * 31 + j) | 0;
      return s;`);
    for (let k = 0; k < 60; k++) sum = (sum + made(200)) | 0;
  }
  return sum;
}

if (process.argv[2] === 'child') {
  // Once the loop runs, the engine's code was read from its file again.
  setTimeout(() => console.log(JSON.stringify([work(), differences()])));
  return;
}

const [, state] = /^ *fences +(on|off)/m.exec(execFileSync(
  process.execPath, ['--version', '--verbose'], { encoding: 'utf8', env: own }));
if (state === 'off') {
  const flags = /^flags.*$/m.exec(fs.readFileSync('/proc/cpuinfo', 'utf8'))?.[0] ?? '';
  const [, prepared] = /^ *prepared +(on|off)/m.exec(execFileSync(
    process.execPath, ['--version', '--verbose'], { encoding: 'utf8', env: own }));
  assert.ok(prepared === 'off' || !/ serialize( |$)/.test(flags), 'fences are off without cause');
  console.log('skipped: the engine is not prepared, or the processor has no other fence');
  process.exit(77);
}

function child(more) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [__filename, 'child'],
    { encoding: 'utf8', env: { ...own, ...more } });
  assert.strictEqual(`${status}${stderr}`, '0');
  return JSON.parse(stdout);
}
const [result, changed] = child({});
const [expected, unchanged] = child({ GYRE_ENGINE: 'without:fences' });
assert.strictEqual(result, expected);
assert.deepStrictEqual(unchanged, []);
assert.ok(changed.length >= 9, `${changed.length} places`);
for (const [before, after] of changed) {
  assert.strictEqual(before, '31c00fa2'); // xor %eax, %eax; cpuid
  assert.ok(['0f01e890', '0faef090'].includes(after), after); // serialize, mfence; nop
}
