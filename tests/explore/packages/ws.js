// SPDX-License-Identifier: MIT
// Messages of each connection come in order, and closing tells its code.
'use strict';
const assert = require('assert');
const { WebSocket, WebSocketServer } = require('ws');
const { scene, work } = require('./scene');

scene(async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => { server.on('listening', resolve); });
  server.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(`${data}`));
  });
  await Promise.all(['a', 'b', 'c'].map((name) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
    const heard = [];
    socket.on('error', reject);
    socket.on('open', async () => {
      for (let i = 0; i < 4; i++) {
        socket.send(`${name}${i}`);
        if (i === 1) await work();
      }
    });
    socket.on('message', (data) => {
      heard.push(`${data}`);
      if (heard.length === 4) socket.close(4000, 'done');
    });
    socket.on('close', (code) => {
      try {
        assert.deepStrictEqual(heard, [0, 1, 2, 3].map((i) => `${name}${i}`));
        assert.strictEqual(code, 4000);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  })));
  await new Promise((resolve) => { server.close(resolve); });
});
