// SPDX-License-Identifier: MIT
// Error.prepareStackTrace gets the error and one object for each call.
'use strict';
const assert = require('assert');

function callers() {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, sites) => sites;
  const holder = {};
  Error.captureStackTrace(holder, callers);
  const { stack } = holder;
  Error.prepareStackTrace = before;
  return stack;
}
function here() { return callers(); }
const [first, second] = here();
assert.strictEqual(first.getFileName(), __filename);
assert.strictEqual(first.getLineNumber(), 15);
assert.strictEqual(typeof first.getColumnNumber(), 'number');
assert.strictEqual(first.getFunctionName(), 'here');
assert.strictEqual(first.isNative(), false);
assert.strictEqual(first.isEval(), false);
assert.match(`${first}`, /^here \(.*prepare-stack-trace\.js:15:\d+\)$/);
assert.strictEqual(second.getLineNumber(), 16);
assert.strictEqual(second.getFunctionName(), null);

// The initial function makes the text; another realm has none.
const own = Error.prepareStackTrace;
assert.strictEqual(own(new TypeError('m'), ['a', 'b']), 'TypeError: m\n    at a\n    at b');
assert.throws(() => own(null, []), TypeError);
assert.strictEqual(Object.keys(Error).includes('prepareStackTrace'), false);
let seen;
Error.prepareStackTrace = (error, sites) => {
  seen = sites.length;
  return own(error, sites);
};
const lines = new Error('in words').stack.split('\n');
assert.deepStrictEqual([lines[0], lines.length], ['Error: in words', seen + 1]);
delete Error.prepareStackTrace;
assert.match(new Error('m').stack, /^Error: m\n {4}at /);
assert.strictEqual(require('vm').runInNewContext('typeof Error.prepareStackTrace'), 'undefined');

Error.prepareStackTrace = (error, sites) => `${error.message} ${sites.length > 0}`;
assert.strictEqual(new Error('m').stack, 'm true');
