// SPDX-License-Identifier: MIT
// zeromq: request and reply, publish and subscribe, over loopback (uv_poll, uv_check).
'use strict';
const assert = require('assert');

(async () => {
  const { Pull, Push, Reply, Request } = require('zeromq');
  const push = new Push();
  const pull = new Pull();
  await push.bind('tcp://127.0.0.1:0');
  pull.connect(push.lastEndpoint);
  for (let i = 0; i < 100; i++) {
    await push.send(`message ${i}`);
    assert.strictEqual(String((await pull.receive())[0]), `message ${i}`);
  }
  const reply = new Reply();
  const request = new Request();
  await reply.bind('tcp://127.0.0.1:0');
  request.connect(reply.lastEndpoint);
  const served = (async () => {
    const [text] = await reply.receive();
    await reply.send(String(text).toUpperCase());
  })();
  await request.send('hello');
  assert.strictEqual(String((await request.receive())[0]), 'HELLO');
  await served;
  for (const socket of [push, pull, reply, request]) socket.close();
})();
