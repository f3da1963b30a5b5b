// SPDX-License-Identifier: MIT
// `stack` reads as Node's, for errors, subclasses and objects given to captureStackTrace.
'use strict';
const assert = require('assert');

function frames(stack) {
  return stack.split('\n').slice(1);
}
const make = () => new Error('hello');
const error = make();
assert.ok(error.stack.startsWith('Error: hello\n    at make ('));
assert.match(frames(error.stack)[0], /^    at make \(.*stack-form\.js:9:\d+\)$/);
assert.match(frames(error.stack)[1], /^    at Object\.<anonymous> \(.*stack-form\.js:10:\d+\)$/);
assert.ok(Object.hasOwn(error, 'stack'));
assert.deepStrictEqual(Object.keys(error), []);
assert.strictEqual(error.stack, error.stack);
assert.strictEqual(Object.getOwnPropertyDescriptor(error, 'stack').enumerable, false);

// The header is that of the moment when the stack is first read.
const renamed = new Error('one');
renamed.message = 'two';
renamed.name = 'Other';
assert.ok(renamed.stack.startsWith('Other: two\n'));
renamed.message = 'three';
assert.ok(renamed.stack.startsWith('Other: two\n'));

class Sub extends TypeError {
  constructor(message) {
    super(message);
    this.extra = 1;
  }
}
class SubSub extends Sub {}
const sub = new SubSub('deep');
assert.ok(sub instanceof SubSub && sub instanceof TypeError && sub instanceof Error);
assert.strictEqual(sub.constructor, SubSub);
assert.match(frames(sub.stack)[0], /^    at Object\.<anonymous> \(.*stack-form\.js:34:\d+\)$/);

const target = { name: 'Custom', message: 'text' };
function capture() { Error.captureStackTrace(target, capture); }
function outer() { capture(); }
outer();
assert.ok(target.stack.startsWith('Custom: text\n'));
assert.match(frames(target.stack)[0], /^    at outer \(/);

Error.stackTraceLimit = 1;
assert.strictEqual(frames(make().stack).length, 1);
Error.stackTraceLimit = 0;
assert.strictEqual(make().stack, 'Error: hello');
Error.stackTraceLimit = undefined;
assert.strictEqual(make().stack, undefined);
Error.stackTraceLimit = 10;

error.stack = 'mine';
assert.strictEqual(error.stack, 'mine');
assert.strictEqual(Error('called').message, 'called');
assert.strictEqual(Error.name, 'Error');
assert.strictEqual(Object.getPrototypeOf(RangeError), Error);
assert.strictEqual(new RangeError('x', { cause: 5 }).cause, 5);
assert.strictEqual(Object.prototype.toString.call(make()), '[object Error]');
for (let i = 0; i < 20000; i++) make(); // compiled code takes the same path
assert.match(make().stack, /^Error: hello\n    at make \(/);
