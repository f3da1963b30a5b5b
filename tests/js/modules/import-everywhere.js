// SPDX-License-Identifier: MIT
// import() reaches the loader wherever its text is: in eval, also indirect and within a function
// made by eval, and in function constructors; and the text is not changed.
'use strict';
const assert = require('assert');

const base = './fixtures/esm/again.mjs';
const indirect = eval;
const AsyncGenerator = (async function* () {}).constructor;
let ended = 0;

async function check() {
  const expected = await import('./fixtures/esm/again.mjs');
  assert.strictEqual(await eval('import(base)'), expected);
  assert.strictEqual(await eval('(() => eval("import(base)"))()'), expected);
  assert.strictEqual(await new Function('name', 'return import(name)')(base), expected);
  assert.strictEqual(await new Function('name', 'return eval("import(name)")')(base), expected);
  assert.strictEqual((await indirect('import("fs")')).default, require('fs'));
  const steps = new AsyncGenerator('name', 'yield (await import(name));')(base);
  assert.strictEqual((await steps.next()).value, expected);
  ended++;
}

const isReadByEngine = Number(process.versions.javascriptcore?.split('.')[1]) >= 54;

async function checkOptions() {
  const json = await eval('import("../../../js/package.json", { with: { type: "json" } })');
  assert.strictEqual(typeof json.default, 'object');
  await assert.rejects(eval('import("../../../js/package.json")'),
    { code: 'ERR_IMPORT_ASSERTION_TYPE_MISSING' });
  // From 2.54 on the engine itself checks the type (docs/node.md).
  await assert.rejects(eval('import("../../../js/package.json", { with: { type: "css" } })'),
    isReadByEngine ? { name: 'TypeError' } : { code: 'ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED' });
  await assert.rejects(eval('import("fs", 5)'), TypeError);
  await assert.rejects(eval('import(Symbol("x"))'), TypeError);
  await assert.rejects(eval('import({ toString() { throw new RangeError("mine"); } })'),
    { name: 'RangeError', message: 'mine' });
  await assert.rejects(eval('import("./no-such.mjs")'), {
    code: 'ERR_MODULE_NOT_FOUND',
    message: `Cannot find module '${__dirname}/no-such.mjs' imported from ${__filename}`,
  });
  ended++;
}

// import() in a comment, in a string, and in a function that is shown.
function shown(name) { return import(name); /* import('x') */ }
assert.strictEqual(shown.toString(),
  "function shown(name) { return import(name); /* import('x') */ }");
assert.strictEqual('import("y")'.length, 11);

check();
checkOptions();
process.on('exit', () => assert.strictEqual(ended, 2));
