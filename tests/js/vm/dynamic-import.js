// SPDX-License-Identifier: MIT
// import() in scripts of vm: the option importModuleDynamically decides, in every context and for
// code that a script makes by eval; scripts of the same name do not share it.
'use strict';
const assert = require('assert');
const vm = require('vm');

const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = vm.constants;
const missing = { name: 'TypeError', code: 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING' };
const flag = { name: 'TypeError', code: 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG' };
const text = "import('fs')";
const filename = __filename;
const byDefault = { importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER };
const byFunction = { importModuleDynamically: () => import('path') };
let ended = 0;

process.on('warning', (warning) => assert.strictEqual(warning.name, 'ExperimentalWarning'));

async function check() {
  const fs = await import('fs');
  await assert.rejects(new vm.Script(text).runInThisContext(), missing);
  await assert.rejects(vm.runInThisContext(text, { filename }), missing);
  await assert.rejects(vm.runInThisContext('eval("import(\'fs\')")', { filename }), missing);
  await assert.rejects(vm.runInThisContext('new Function("return import(\'fs\')")()'), missing);
  await assert.rejects(vm.runInNewContext(text), missing);
  await assert.rejects(vm.compileFunction(`return ${text}`)(), missing);
  for (const options of [byFunction, { ...byFunction, filename }]) {
    await assert.rejects(vm.runInThisContext(text, options), flag);
    await assert.rejects(vm.runInNewContext(text, {}, options), flag);
    await assert.rejects(vm.compileFunction(`return ${text}`, [], options)(), flag);
  }
  assert.strictEqual(await vm.runInThisContext(text, byDefault), fs);
  assert.strictEqual(await vm.runInNewContext(text, {}, byDefault), fs);
  assert.strictEqual(await vm.runInNewContext(`eval("${text}")`, {}, byDefault), fs);
  assert.strictEqual(await vm.compileFunction(`return ${text}`, [], byDefault)(), fs);
  assert.strictEqual(await import('fs'), fs); // this file has its own import()
  const inside = vm.runInNewContext('[import("fs").catch(() => {}), Promise]');
  assert.ok(inside[0] instanceof inside[1] && !(inside[0] instanceof Promise));
  ended++;
}

for (const value of ['x', 5, null, Symbol('x')]) {
  assert.throws(() => new vm.Script(text, { importModuleDynamically: value }),
    { code: 'ERR_INVALID_ARG_TYPE' });
}
// The name of a script is the given one.
try {
  vm.runInThisContext('/* import */ throw new Error("here")', 'a name.js');
} catch (error) {
  assert.match(error.stack, /a name\.js:1(?::\d+)?\)?$/m);
}
check();
process.on('exit', () => assert.strictEqual(ended, 1));
