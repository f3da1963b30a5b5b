// SPDX-License-Identifier: MIT
// An error that the engine throws has Node's message and stack whoever looks at it first: through
// any property, in compiled code, by its names, after a change of it, in vm contexts.
'use strict';
const assert = require('assert');
const vm = require('vm');

const MESSAGE = "Cannot read properties of undefined (reading 'y')";
function read(object) { return object.x.y; }
function caught() {
  try {
    return read({});
  } catch (error) {
    return error;
  }
}
function isRight(error) {
  return error.message === MESSAGE &&
    error.stack.startsWith(`TypeError: ${MESSAGE}\n    at read (`);
}

assert.strictEqual(caught().message, MESSAGE);
assert.strictEqual(String(caught()), `TypeError: ${MESSAGE}`);
assert.match(caught().stack, /^TypeError: Cannot read properties of undefined \(reading 'y'\)\n/);
assert.match(caught().stack, /\n    at read \(.*first-look\.js:9:\d+\)\n    at caught \(/);
assert.strictEqual(Object.getOwnPropertyDescriptor(caught(), 'message').value, MESSAGE);
assert.deepStrictEqual(Object.getOwnPropertyNames(caught()).sort(), ['message', 'stack']);
assert.deepStrictEqual(Object.keys(caught()), []);
assert.deepStrictEqual({ ...caught() }, {});
assert.strictEqual(JSON.stringify(caught()), '{}');
assert.ok(Object.hasOwn(caught(), 'stack'));

// After any of these as first access, the rest is right.
const first = [
  (error) => error.code,
  (error) => { error.code = 'E'; },
  (error) => Object.defineProperty(error, 'name', { value: 'TypeError', configurable: true }),
  (error) => delete error.nothing,
  (error) => Reflect.ownKeys(error),
  (error) => Object.assign({}, error),
  (error) => Object.freeze(error),
  (error) => Object.setPrototypeOf(error, class extends TypeError {}.prototype),
  (error) => 'stack' in error,
  (error) => { for (const key in error) assert.fail(key); },
  (error) => structuredClone(error),
  (error) => { globalThis.gc?.(); },
];
for (const look of first) {
  const error = caught();
  look(error);
  assert.ok(isRight(error), `${look}: ${error.stack}`);
}
const replaced = caught();
replaced.stack = 'mine';
assert.strictEqual(replaced.stack, 'mine');
assert.strictEqual(replaced.message, MESSAGE);

// In a hot loop no error keeps the engine's message.
let wrong = 0;
for (let i = 0; i < 50000; i++) if (caught().message !== MESSAGE) wrong++;
for (let i = 0; i < 5000; i++) if (!isRight(caught())) wrong++;
const limit = Error.stackTraceLimit;
Error.stackTraceLimit = undefined;
for (let i = 0; i < 5000; i++) new TypeError('plain').message;
Error.stackTraceLimit = limit;
for (let i = 0; i < 5000; i++) if (caught().message !== MESSAGE) wrong++;
assert.strictEqual(wrong, 0);

// An error of the program keeps its own message, whatever it is.
const like = "undefined is not an object (evaluating 'a.b')";
assert.strictEqual(new TypeError(like).message, like);

// Realms.
const inside = vm.runInNewContext(
  'function f(o) { return o.x.y; } try { f({}); } catch (error) { [error.message, error.stack]; }',
  {}, 'inside.js');
assert.strictEqual(inside[0], MESSAGE);
assert.ok(inside[1].startsWith(`TypeError: ${MESSAGE}\n    at f (inside.js:1:`), inside[1]);
assert.match(vm.runInNewContext('new Error("own").stack', {}, 'own.js'),
  /^Error: own\n    at own\.js:1:\d+\n/);
assert.match(vm.runInNewContext('const o = {}; Error.captureStackTrace(o); o.stack', {}, 'o.js'),
  /^Error\n    at o\.js:1:\d+\n/);
assert.ok(vm.runInNewContext('Error instanceof Function && new RangeError() instanceof Error'));
assert.throws(() => vm.runInNewContext('null.z', {}),
  { name: 'TypeError', message: "Cannot read properties of null (reading 'z')" });

// Near the end of the stack.
function deep() {
  try {
    return deep();
  } catch (error) {
    return error.message;
  }
}
assert.strictEqual(deep(), 'Maximum call stack size exceeded');
