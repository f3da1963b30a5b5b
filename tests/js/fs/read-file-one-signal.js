// SPDX-License-Identifier: MIT
// Many readFile with one signal: no warning of too many listeners, and an abort stops all of them.
'use strict';
const assert = require('node:assert');
const { readFile } = require('node:fs/promises');

process.on('warning', (warning) => { throw warning; });

async function main() {
  const controller = new AbortController();
  const { signal } = controller;
  const read = () => readFile(__filename, { signal });
  const texts = await Promise.all(Array.from({ length: 30 }, read));
  assert.ok(texts.every((text) => text.includes('SPDX')));

  const stopped = Array.from({ length: 30 }, read);
  controller.abort();
  for (const outcome of await Promise.allSettled(stopped)) {
    assert.strictEqual(outcome.reason?.name, 'AbortError');
  }
  await assert.rejects(read(), { name: 'AbortError' });
}
main();
