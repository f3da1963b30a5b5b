// SPDX-License-Identifier: MIT
// execa: children with pipes between them, input, lines, timeouts, signals and errors.
import assert from 'node:assert';
import { execa, execaSync, $ } from 'execa';

const self = process.execPath;
const { stdout, exitCode } = await execa(self, ['-p', '6 * 7']);
assert.deepStrictEqual([stdout, exitCode], ['42', 0]);

const echo = 'process.stdin.pipe(process.stdout)';
const given = await execa(self, ['-e', echo], { input: 'given' });
assert.strictEqual(given.stdout, 'given');
const piped = await execa(self, ['-p', '"through"']).pipe(self, ['-e', echo]);
assert.strictEqual(piped.stdout, 'through');

const lines = [];
for await (const line of execa(self, ['-e', 'for (const i of [1, 2, 3]) console.log(i)'])) {
  lines.push(line);
}
assert.deepStrictEqual(lines, ['1', '2', '3']);

const failed = await execa(self, ['-e', 'console.error("no"); process.exit(3)'])
  .catch((error) => error);
assert.deepStrictEqual([failed.exitCode, failed.stderr, failed.failed], [3, 'no', true]);
const late = await execa(self, ['-e', 'setInterval(() => {}, 1000)'], { timeout: 200 })
  .catch((error) => error);
assert.deepStrictEqual([late.timedOut, late.signal], [true, 'SIGTERM']);
const controller = new AbortController();
const cancelled = execa(self, ['-e', 'setInterval(() => {}, 1000)'],
  { cancelSignal: controller.signal }).catch((error) => error);
setTimeout(() => controller.abort(), 100);
assert.strictEqual((await cancelled).isCanceled, true);
const absent = await execa('no-such-program-here').catch((error) => error);
assert.strictEqual(absent.code, 'ENOENT');

assert.strictEqual(execaSync(self, ['-p', '"sync"']).stdout, 'sync');
const both = await $({ all: true })`${self} -e ${'console.log("out"); console.error("err")'}`;
assert.deepStrictEqual(both.all.split('\n').sort(), ['err', 'out']);

const talk = execa(self, ['-e', 'process.on("message", (m) => { process.send(m * 2); ' +
  'process.disconnect(); })'], { ipc: true });
await talk.sendMessage(21);
assert.strictEqual(await talk.getOneMessage(), 42);
await talk;
