// SPDX-License-Identifier: MIT
// Web streams can be transferred: data written or read at one end is at the other, with its end and
// its errors, also in a worker.
'use strict';
const assert = require('assert');
const { Worker } = require('worker_threads');

const move = (stream) => structuredClone(stream, { transfer: [stream] });
const all = async (stream) => {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};
const later = () => {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};
const settled = (promise) => promise.then((value) => [value], (error) => error);

async function readable() {
  const chunks = [1, { a: new Map([[1, 2]]) }, new Uint8Array(3), 'end'];
  const source = ReadableStream.from(chunks);
  const copy = move(source);
  assert.ok(source.locked);
  assert.ok(copy instanceof ReadableStream);
  assert.deepStrictEqual(await all(move(copy)), chunks); // twice
  let pulled = 0;
  const lazy = move(new ReadableStream({
    pull(controller) { controller.enqueue(pulled++); } }, { highWaterMark: 0 }));
  const reader = lazy.getReader();
  await reader.read();
  await reader.read();
  assert.ok(pulled <= 4, `${pulled} chunks for two reads`);
  await reader.cancel('enough');
}

async function failing() {
  const boom = new RangeError('boom');
  const broken = move(new ReadableStream({ start(controller) { controller.error(boom); } }));
  assert.deepStrictEqual(await settled(all(broken)), boom);
  const cancelled = later();
  const given = move(new ReadableStream({ cancel: cancelled.resolve }));
  await given.cancel('reason');
  assert.strictEqual(await cancelled.promise, 'reason');
  const odd = move(ReadableStream.from([() => {}]));
  assert.strictEqual((await settled(all(odd))).name, 'DataCloneError');
  const aborted = later();
  const sink = move(new WritableStream({ abort: aborted.resolve }));
  await sink.abort('stop');
  assert.strictEqual(await aborted.promise, 'stop');
  const held = new ReadableStream();
  held.getReader();
  assert.throws(() => move(held), { name: 'DataCloneError' });
  assert.throws(() => structuredClone(new ReadableStream()),
    { code: 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST' });
}

async function writable() {
  const written = [];
  const ended = later();
  const sink = move(new WritableStream({
    write(chunk) { written.push(chunk); }, close: ended.resolve }));
  await ReadableStream.from(['a', 'b', 'c']).pipeTo(sink);
  await ended.promise;
  assert.deepStrictEqual(written, ['a', 'b', 'c']);
  const upper = move(new TransformStream({
    transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); } }));
  assert.ok(upper instanceof TransformStream);
  assert.deepStrictEqual(await all(ReadableStream.from(['x', 'y']).pipeThrough(upper)), ['X', 'Y']);
}

async function inWorker() {
  const worker = new Worker(`
    const { parentPort } = require('worker_threads');
    parentPort.once('message', async ({ from, to }) => {
      await from.pipeThrough(new TransformStream({
        transform(chunk, controller) { controller.enqueue(chunk * 2); } })).pipeTo(to);
    });`, { eval: true });
  const results = [];
  const ended = later();
  const to = new WritableStream({ write(chunk) { results.push(chunk); }, close: ended.resolve });
  const from = ReadableStream.from([1, 2, 3]);
  worker.postMessage({ from, to }, [from, to]);
  await ended.promise;
  assert.deepStrictEqual(results, [2, 4, 6]);
}

const alive = setInterval(() => {}, 1000); // unused ends do not keep the program alive
(async () => {
  await readable();
  await failing();
  await writable();
  await inWorker();
  process.exitCode = 0;
  move(new ReadableStream());
  move(new WritableStream());
  clearInterval(alive);
})();
process.exitCode = 1; // until all has run
