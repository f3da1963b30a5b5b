// SPDX-License-Identifier: MIT
// Streams behave as Node's: errors of pipeline, iterator helpers, compose.
'use strict';
const assert = require('assert');
const { Readable, PassThrough, Transform, compose, pipeline, finished } = require('stream');

const upper = () => new Transform({
  transform(chunk, encoding, callback) { callback(null, String(chunk).toUpperCase()); },
});
const events = [];
pipeline(Readable.from(['a']), new Transform({
  transform(chunk, encoding, callback) { callback(new Error('bad')); },
}), new PassThrough(), (error) => events.push(error.message));
const broken = new PassThrough();
finished(broken, (error) => events.push(error.code));
broken.destroy();
(async () => {
  assert.deepStrictEqual(await Readable.from([1, 2, 3, 4]).filter((n) => n % 2).map((n) => n * 2)
    .toArray(), [2, 6]);
  const both = compose(upper(), upper());
  both.end('text');
  assert.strictEqual(String(await both.toArray()), 'TEXT');
  assert.deepStrictEqual(events.sort(), ['ERR_STREAM_PREMATURE_CLOSE', 'bad']);
})();
