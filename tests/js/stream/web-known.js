// SPDX-License-Identifier: MIT
// Node's streams know web streams: finished, isReadable, addAbortSignal, toWeb with texts; inspect
// shows them as in Node.
'use strict';
const assert = require('assert');
const { inspect } = require('util');
const stream = require('stream');

const ended = (web) => new Promise((resolve) => { stream.finished(web, resolve); });

(async () => {
  assert.strictEqual(stream.isReadable(new ReadableStream()), true);
  assert.strictEqual(stream.isErrored(new ReadableStream()), false);
  assert.strictEqual(stream.isDisturbed(new ReadableStream()), false);
  assert.strictEqual(await ended(new ReadableStream({ start(c) { c.close(); } })), undefined);
  const failed = new ReadableStream({ start(c) { c.error(new Error('bad')); } });
  assert.strictEqual((await ended(failed)).message, 'bad');
  let later;
  const live = new ReadableStream({ start(c) { later = c; } });
  setImmediate(() => later.close());
  assert.strictEqual(await ended(live), undefined);
  const sink = new WritableStream();
  sink.abort(new Error('aborted'));
  assert.strictEqual((await ended(sink)).message, 'aborted');

  const controller = new AbortController();
  const reader = stream.addAbortSignal(controller.signal, new ReadableStream()).getReader();
  const reading = reader.read();
  controller.abort();
  await assert.rejects(reading, { name: 'AbortError', code: 'ABORT_ERR' });

  const seen = [];
  const writable = new stream.Writable({
    write(chunk, encoding, callback) {
      seen.push(chunk);
      callback();
    },
  });
  const writer = stream.Writable.toWeb(writable).getWriter();
  await writer.write('text');
  assert.deepStrictEqual(seen, [Buffer.from('text')]);
  await assert.rejects(writer.write({}), { code: 'ERR_INVALID_ARG_TYPE' });

  assert.strictEqual(inspect(new ReadableStream({ type: 'bytes' })),
    "ReadableStream { locked: false, state: 'readable', supportsBYOB: true }");
  assert.strictEqual(inspect(new WritableStream()),
    "WritableStream { locked: false, state: 'writable' }");
  assert.match(inspect(new TransformStream()),
    /^TransformStream \{\n {2}readable: Read.*\n.*\n {2}backpressure: true\n/);
})();
