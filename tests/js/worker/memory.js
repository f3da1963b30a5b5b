// SPDX-License-Identifier: MIT
// Memory between threads: moved, shared, and what a worker leaves behind when it ends.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { once } = require('events');
const { BroadcastChannel, MessageChannel, SHARE_ENV, Worker, receiveMessageOnPort } =
  require('worker_threads');

async function moves() {
  const worker = new Worker(`
    const { parentPort: port } = require('worker_threads');
    port.once('message', ({ bytes, shared, inner }) => {
      const view = new Uint8Array(bytes);
      view[1] = 7;
      Atomics.store(shared, 0, 5);
      inner.postMessage(new Blob(['text']));
      port.postMessage(bytes, [bytes]);
    });`, { eval: true });
  const { port1, port2 } = new MessageChannel();
  const bytes = new ArrayBuffer(1e6);
  new Uint8Array(bytes)[0] = 3;
  const shared = new Int32Array(new SharedArrayBuffer(8));
  worker.postMessage({ bytes, shared, inner: port2 }, [bytes, port2]);
  assert.strictEqual(bytes.byteLength, 0);
  const [back] = await once(worker, 'message');
  assert.deepStrictEqual([...new Uint8Array(back, 0, 2)], [3, 7]);
  assert.strictEqual(back.byteLength, 1e6);
  assert.strictEqual(shared[0], 5);
  assert.strictEqual(await receiveMessageOnPort(port1).message.text(), 'text');
  await once(worker, 'exit');
  port1.close();
}

async function hears() {
  const channel = new BroadcastChannel('here');
  const worker = new Worker(`
    const { BroadcastChannel } = require('worker_threads');
    const channel = new BroadcastChannel('here');
    channel.onmessage = ({ data }) => { channel.postMessage(data + 1); channel.close(); };
    channel.postMessage('ready');`, { eval: true });
  const got = [];
  channel.onmessage = ({ data }) => {
    got.push(data);
    if (data === 'ready') channel.postMessage(1);
    else channel.close();
  };
  await once(worker, 'exit');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepStrictEqual(got, ['ready', 2]);
}

async function knowsVariables() {
  process.env.IN_PARENT = 'a';
  const text = `const { parentPort: port } = require('worker_threads');
    process.env.IN_WORKER = 'b'; port.postMessage(process.env.IN_PARENT);`;
  for (const [env, before, after] of [[undefined, 'a', undefined], [{}, undefined, undefined],
    [SHARE_ENV, 'a', 'b']]) {
    const worker = new Worker(text, { eval: true, env });
    const [[seen]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
    assert.strictEqual(seen, before);
    assert.strictEqual(process.env.IN_WORKER, after);
  }
}

async function leavesNothing() {
  const run = async (count) => {
    for (let i = 0; i < count; i++) {
      const worker = new Worker('setInterval(() => {}, 1000); require("fs").openSync("/dev/null")',
        { eval: true });
      if (i % 2 === 0) await once(worker, 'online');
      await worker.terminate();
    }
    return fs.readdirSync('/proc/self/fd').length;
  };
  const before = await run(3);
  assert.strictEqual(await run(10), before);
}

(async () => {
  await moves();
  await hears();
  await knowsVariables();
  await leavesNothing();
})();
