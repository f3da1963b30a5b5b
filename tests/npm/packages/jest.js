// SPDX-License-Identifier: MIT
// jest 29, by its command: mocks, fake timers, snapshots, tests that fail with a diff; tests
// that are ES modules; several files at once, in processes and in threads.
'use strict';
const assert = require('assert');
const path = require('path');
const { run, directory, bin } = require('./help');

const modules = path.resolve(__dirname, '../node_modules');
const common = directory({
  'package.json': '{ "name": "common", "jest": { "testEnvironment": "node" } }',
  'dep.js': 'module.exports = { add: (a, b) => a + b, async get() { return 5; } };\n',
  'pass.test.js': `const dep = require('./dep');
jest.mock('./other', () => ({ twice: jest.fn((x) => x * 2) }), { virtual: true });
const other = require('./other');
test('functions', () => {
  const f = jest.fn().mockReturnValueOnce(1).mockReturnValue(2);
  expect([f(), f(), f(3)]).toEqual([1, 2, 2]);
  expect(f).toHaveBeenLastCalledWith(3);
});
test('modules', () => { expect(other.twice(4)).toBe(8); });
test('spies', () => {
  const spy = jest.spyOn(dep, 'add').mockImplementation(() => 9);
  expect(dep.add(1, 2)).toBe(9);
  spy.mockRestore();
  expect(dep.add(1, 2)).toBe(3);
});
test('promises', async () => {
  await expect(dep.get()).resolves.toBe(5);
  await expect(Promise.reject(new Error('x'))).rejects.toThrow('x');
});
test('timers', async () => {
  jest.useFakeTimers({ now: 1000 });
  const f = jest.fn();
  setTimeout(f, 1000);
  setInterval(f, 400);
  jest.advanceTimersByTime(1000);
  expect(f).toHaveBeenCalledTimes(3);
  expect(Date.now()).toBe(2000);
  jest.useRealTimers();
});
test('realm', () => {
  expect([]).toBeInstanceOf(Array);
  expect(JSON.parse('{"a":[1]}')).toEqual({ a: [1] });
  try { null.x; } catch (error) { expect(error).toBeInstanceOf(TypeError); }
});
test('snapshot', () => { expect({ a: new Map([[1, { b: 2 }]]) }).toMatchSnapshot(); });
`,
  'fail.test.js': `test('equal', () => {
  expect({ a: 1, b: [1, 2, { c: 'x' }] }).toEqual({ a: 1, b: [1, 3, { c: 'y' }] });
});
test('throws', () => { undefined.x; });
test('late', (done) => {}, 20);
`,
});
const esm = directory({
  'package.json': '{ "type": "module", "jest": { "testEnvironment": "node", "transform": {} } }',
  'dep.js': "import path from 'path'; export const base = (name) => path.basename(name);\n",
  'a.test.js': `import { base } from './dep.js';
test('imports', async () => {
  expect(base('/a/b')).toBe('b');
  expect((await import('./dep.js')).base).toBe(base);
  expect(import.meta.url).toMatch(/a\\.test\\.js$/);
});
`,
});

const four = directory({
  'package.json': '{ "jest": { "testEnvironment": "node", "transform": {} } }',
  ...Object.fromEntries([0, 1, 2, 3].map((n) => [`${n}.test.js`,
    `test('of ${n}', () => { expect(${n}).toBe(${n === 3 ? 0 : n}); });\n`])),
});

const jest = [bin('jest'), '-i', '--ci=false', '--rootDir', '.', '--no-cache'];
const options = { env: { ...process.env, NODE_PATH: modules } };

(async () => {
  let done = await run([...jest, 'pass'], { ...options, cwd: common });
  assert.match(done.err, /Tests: +7 passed, 7 total\nSnapshots: +1 written, 1 total/);
  assert.strictEqual(done.code, 0);
  done = await run([...jest, 'fail'], { ...options, cwd: common });
  assert.strictEqual(done.code, 1);
  assert.match(done.err, /\n {4}- {5}3,\n {4}\+ {5}2,\n/);
  assert.match(done.err, /fail\.test\.js:2:43\)?\n/);
  assert.match(done.err, /TypeError: Cannot read properties of undefined \(reading 'x'\)/);
  assert.match(done.err, /Exceeded timeout of 20 ms for a test/);
  done = await run(['--experimental-vm-modules', ...jest], { ...options, cwd: esm });
  assert.match(done.err, /Tests: +1 passed, 1 total/);
  for (const words of [[], ['--workerThreads']]) { // processes, threads
    const beside = [bin('jest'), '--maxWorkers=2', '--rootDir', '.', '--no-cache', ...words];
    done = await run(beside, { ...options, cwd: four });
    assert.strictEqual(done.code, 1);
    assert.match(done.err, /Test Suites: 1 failed, 3 passed, 4 total\nTests: +1 failed, 3 passed/);
    assert.match(done.err, /expect\(3\)\.toBe\(0\)|Expected: 0\n {4}Received: 3/);
  }
})();
