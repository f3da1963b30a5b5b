// SPDX-License-Identifier: MIT
// A context may forbid code from strings or from WebAssembly bytes: in every way to make it.
'use strict';
const assert = require('assert');
const vm = require('vm');

const context = vm.createContext({}, { codeGeneration: { strings: false } });
const run = (text) => vm.runInContext(text, context);
const EvalError = run('EvalError');
for (const text of [
  'eval("1")', '(0, eval)("1")', 'eval(1)', 'new Function("1")', 'Function("1")',
  '(() => {}).constructor("1")', '(async () => {}).constructor("1")',
  'new (function* () {}).constructor("1")', '(async function* () {}).constructor("1")',
  'Object.getPrototypeOf((async () => {}).constructor)("1")',
  'Reflect.construct(Function, ["1"])', 'new (class extends Function {})("1")',
]) {
  assert.throws(() => run(text), (error) => error instanceof EvalError &&
    error.message === 'Code generation from strings disallowed for this context', text);
}
assert.strictEqual(run('(function () {}) instanceof Function'), true);
assert.strictEqual(run('1 + 1'), 2);
assert.strictEqual(vm.compileFunction('return 3', [], { parsingContext: context })(), 3);
assert.throws(() => vm.runInNewContext('eval("1")', {}, {
  contextCodeGeneration: { strings: false },
}), { name: 'EvalError' });
assert.strictEqual(vm.runInNewContext('eval("1")'), 1);

const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const closed = vm.createContext({ bytes }, { codeGeneration: { wasm: false } });
const hasWasm = vm.runInContext('typeof WebAssembly', closed) === 'object';
if (hasWasm) {
  assert.throws(() => vm.runInContext('new WebAssembly.Module(bytes)', closed),
    { name: 'CompileError' });
  assert.rejects(vm.runInContext('WebAssembly.instantiate(bytes)', closed),
    { name: 'CompileError' });
}
assert.strictEqual(vm.runInContext('eval("2")', closed), 2);
