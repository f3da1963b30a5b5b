// SPDX-License-Identifier: MIT
// Proves that hooks see timers, requests, handles and promises with Node's names, and that each
// callback belongs to a resource that they saw.
'use strict';
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const { createHook, executionAsyncId, executionAsyncResource } = require('async_hooks');

const types = new Map(); // by id
const resources = new Map();
const calls = [];
createHook({
  init(id, type, trigger, resource) {
    types.set(id, type);
    resources.set(id, resource);
    assert.ok(trigger >= 0);
  },
  before(id) { calls.push(types.get(id)); },
}).enable();
const check = (type) => {
  assert.strictEqual(types.get(executionAsyncId()), type);
  assert.strictEqual(resources.get(executionAsyncId()), executionAsyncResource());
};

const timer = setTimeout(() => {
  check('Timeout');
  assert.strictEqual(executionAsyncResource(), timer);
}, 1);
setImmediate(() => check('Immediate'));
process.nextTick(() => check('TickObject'));
Promise.resolve(1).then(() => check('PROMISE'));
(async () => {
  await 1;
  check('PROMISE');
})();
fs.stat(__filename, () => check('FSREQCALLBACK'));
const server = net.createServer((socket) => {
  check('TCPSERVERWRAP');
  socket.on('data', () => check('TCPWRAP')).on('end', () => server.close());
}).listen(0, () => net.connect(server.address().port, () => check('TCPCONNECTWRAP')).end('a'));
process.on('exit', () => {
  for (const type of ['Timeout', 'Immediate', 'TickObject', 'PROMISE', 'FSREQCALLBACK',
    'TCPSERVERWRAP', 'TCPWRAP', 'TCPCONNECTWRAP']) {
    assert.ok(calls.includes(type), type);
  }
});
