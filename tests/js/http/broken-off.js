// SPDX-License-Identifier: MIT
// A server that leaves a loop over a request's body keeps the connection: the response is sent, and
// the next request comes on the same socket.
'use strict';
const assert = require('assert');
const http = require('http');

const sockets = new Set();
const server = http.createServer(async (req, res) => {
  sockets.add(req.socket);
  for await (const chunk of req) {
    assert.ok(chunk.length > 0);
    break;
  }
  assert.strictEqual(req.destroyed, true);
  assert.strictEqual(req.socket, null);
  assert.strictEqual(res.socket.destroyed, false);
  res.end('enough');
});

const agent = new http.Agent({ keepAlive: true });
function ask(then) {
  const req = http.request({ port: server.address().port, method: 'POST', agent }, (res) => {
    let text = '';
    res.on('data', (data) => { text += data; });
    res.on('end', () => assert.strictEqual(text, 'enough'));
  });
  agent.once('free', then); // when the request has ended too
  req.write('first');
  setTimeout(() => req.end('last'), 20);
}

server.listen(0, () => ask(() => setImmediate(ask, () => {
  assert.strictEqual(sockets.size, 1);
  agent.destroy();
  server.close();
})));
