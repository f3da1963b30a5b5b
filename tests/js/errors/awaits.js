// SPDX-License-Identifier: MIT
// Stacks continue with the functions that await the failed one: errors that the program makes, that
// the engine throws, and that a callback gets; functions, generators, Promise.all, then().
'use strict';
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');

const later = () => new Promise((resolve) => setImmediate(resolve));

async function made() {
  await later();
  throw new Error('made');
}
async function thrown() { await later(); return undefined.name; }
async function middle() {
  const before = 1;
  await made(before);
}
async function all() {
  await Promise.all([
    later(), thrown(),
  ]);
}
async function file() {
  return await fs.promises.readFile('/no/such/file');
}
async function* steps() { yield await later(); await thrown(); }
async function loop() {
  for await (const step of steps()) assert.strictEqual(step, undefined);
}
async function reaction() {
  await later().then(() => { throw new RangeError('reaction'); });
}
async function again() {
  for (let i = 0; i < 3; i++) {
    await later();
  }
  await middle();
}

// Name and place of each frame of this file that awaits.
function shown(error) {
  return error.stack.split('\n').filter((line) => line.startsWith('    at async ')).map((line) => {
    const [, name, place = ''] = /at async (.*?)(?: \((.*)\))?$/.exec(line);
    return `${name} ${place.replace(/^.*awaits\.js:/, '')}`;
  }).filter((line) => !line.includes('node:'));
}

async function failed(fn) {
  try {
    await fn();
  } catch (error) {
    return shown(error);
  }
  return undefined;
}

async function main() {
  // From 2.52 on the engine itself reports this, and reports less.
  const isOld = !(Number(process.versions.javascriptcore?.split('.')[1]) >= 52);
  const is = async (fn, ...expected) => {
    assert.deepStrictEqual((await failed(fn)).slice(0, -2), [...expected, 'failed 52:5']);
  };
  await is(made);
  await is(middle, 'middle 18:3');
  await is(again, 'middle 18:3', 'again 39:3');
  if (!isOld) return;
  await is(thrown);
  await is(all, 'Promise.all index 1', 'all 21:3');
  await is(file, 'file 26:10');
  await is(loop, 'steps 28:48', 'loop 30:20');
  await is(reaction, 'reaction 33:3');
}

main().then(() => new AsyncLocalStorage().run({}, main)).then(() => {
  // If nobody awaits, there is nothing to show.
  made().catch((error) => assert.deepStrictEqual(shown(error), []));
  assert.deepStrictEqual(shown(new Error('here')), []);
});
