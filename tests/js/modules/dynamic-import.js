// SPDX-License-Identifier: MIT
// import() in CommonJS: never synchronous, the same module each time, errors as rejections.
'use strict';
const assert = require('assert');

let ran = 'not yet';
globalThis.noteRun = () => { ran = 'yes'; };
const first = import('./fixtures/esm/notes-run.mjs');
assert.strictEqual(ran, 'not yet');
assert.ok(first instanceof Promise);
const notImport = { import: (x) => x };
assert.strictEqual(notImport.import(1), 1);
assert.strictEqual(/import('x')/.source, "import('x')");
(async () => {
  assert.strictEqual((await first).default, 'ran');
  assert.strictEqual(ran, 'yes');
  assert.strictEqual(await import(`${'./fixtures/esm/'}notes-run.mjs`), await first);
  assert.strictEqual(await import({ toString: () => './fixtures/esm/notes-run.mjs' }), await first);
  assert.strictEqual((await import('./fixtures/child')).default, require('./fixtures/child'));
})().catch((error) => {
  // A file must be named with its ending.
  assert.strictEqual(error.code, 'ERR_MODULE_NOT_FOUND');
}).then(async () => {
  assert.strictEqual((await import('./fixtures/child.js')).default, require('./fixtures/child'));
  await assert.rejects(import('./nope.mjs'), {
    code: 'ERR_MODULE_NOT_FOUND',
    message: `Cannot find module '${__dirname}/nope.mjs' imported from ${__filename}`,
  });
  await assert.rejects(import(Symbol('x')), TypeError);
  await assert.rejects(import('./fixtures/esm/fails.mjs'), { message: 'thrown by an ES module' });
  const again = await import('./fixtures/esm/fails.mjs').catch((error) => error);
  assert.strictEqual(again, await import('./fixtures/esm/fails.mjs').catch((error) => error));
  process.exitCode = 0;
});
process.exitCode = 1; // until all of it has run
