// SPDX-License-Identifier: MIT
// A function in a pipeline is given a signal, which is aborted when the pipeline is over, with an
// AbortError that says where. A pipeline of streams alone has none, and ends all the same.
'use strict';
const assert = require('assert');
const { PassThrough, Readable, pipeline } = require('stream');

const signals = [];
let ended = 0;

pipeline(
  async function* source({ signal }) {
    signals.push(signal);
    assert.strictEqual(signal.aborted, false);
    yield 'a';
  },
  async function* upper(list, { signal }) {
    signals.push(signal);
    for await (const one of list) yield String(one).toUpperCase();
  },
  new PassThrough().on('data', (data) => assert.strictEqual(String(data), 'A')),
  (error) => {
    assert.strictEqual(error, undefined);
    assert.strictEqual(signals.length, 2);
    for (const signal of signals) {
      assert.strictEqual(signal.aborted, true);
      assert.strictEqual(signal.reason.name, 'AbortError');
      assert.match(signal.reason.stack, /^AbortError: This operation was aborted\n {4}at /);
    }
    ended++;
  });

pipeline(Readable.from(['a', 'b']), new PassThrough(), new PassThrough().resume(), (error) => {
  assert.strictEqual(error, undefined);
  ended++;
});

const controller = new AbortController();
pipeline(new PassThrough(), new PassThrough(), (error) => {
  assert.strictEqual(error.code, 'ERR_STREAM_PREMATURE_CLOSE');
  ended++;
}).destroy();
require('stream/promises').pipeline(new PassThrough(), new PassThrough(),
  { signal: controller.signal }).catch((error) => {
  assert.strictEqual(error.name, 'AbortError');
  ended++;
});
controller.abort();

// The stack of a DOMException is that of where it was made, and a program may set it.
function make() { return new DOMException('because', 'DataError'); }
const exception = make();
assert.strictEqual(exception.stack.split('\n')[0], 'DataError: because');
assert.match(exception.stack, /\n {4}at make \(.*pipeline-signal\.js:\d+:\d+\)\n/);
assert.deepStrictEqual(Object.keys(exception), []);
assert.ok(Object.hasOwn(exception, 'stack'));
exception.stack = 'other';
assert.strictEqual(exception.stack, 'other');
assert.strictEqual(new DOMException().stack.split('\n')[0], 'Error');

process.on('exit', () => assert.strictEqual(ended, 4));
