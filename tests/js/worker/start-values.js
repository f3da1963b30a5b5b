// SPDX-License-Identifier: MIT
// The values that a worker is started with arrive unchanged, whatever the program has done to JSON.
'use strict';
const assert = require('assert');
const { Worker, setEnvironmentData } = require('worker_threads');

const text = `
  const { getEnvironmentData, parentPort, resourceLimits, workerData } = require('worker_threads');
  parentPort.postMessage({ argv: process.argv.slice(2), env: { ...process.env }, resourceLimits,
    workerData, title: getEnvironmentData('title') });`;

function ask(options) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(text, { eval: true, ...options });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const env = { 'a b': '\u0000 "\\ \u2028', 'toString': 'x' };
const argv = ['-x', 'é\n', '', '\ud83d\ude00'];

async function check() {
  const plain = await ask({ env, argv, resourceLimits: { maxOldGenerationSizeMb: 64 } });
  assert.deepStrictEqual(plain.env, env);
  assert.deepStrictEqual(plain.argv, argv);
  assert.strictEqual(plain.workerData, undefined);
  assert.strictEqual(plain.resourceLimits.maxOldGenerationSizeMb, 64);
  const data = await ask({ env, argv, workerData: { map: new Map([[1, 2]]), toJSON: undefined } });
  assert.deepStrictEqual(data.env, env);
  assert.deepStrictEqual(data.workerData, { map: new Map([[1, 2]]), toJSON: undefined });
  const odd = await ask({ argv, resourceLimits: { codeRangeSizeMb: Infinity } });
  assert.strictEqual(odd.resourceLimits.codeRangeSizeMb, Infinity);
  return plain;
}

(async () => {
  assert.strictEqual((await check()).title, undefined);
  for (const { prototype } of [Object, Array, String]) {
    prototype.toJSON = () => 'not this'; // eslint-disable-line no-extend-native
    await check();
    delete prototype.toJSON;
  }
  JSON.parse = JSON.stringify = () => { throw new Error('not this one either'); };
  await check();
  setEnvironmentData('title', [1]);
  assert.deepStrictEqual((await check()).title, [1]);
})();
