// SPDX-License-Identifier: MIT
// An agent drops a connection one second before the timeout that the server announces; if that
// leaves no time, it does not keep it.
'use strict';
const assert = require('assert');
const http = require('http');

const cases = [ // the server's limit, the agent's; what the socket has, and whether it is kept
  [1000, 10000, 10000, false],
  [2000, 10000, 1000, true],
  [2000, 500, 500, true],
  [2000, undefined, 0, true],
  [500, 1000, 1000, false],
];

for (const [keepAliveTimeout, timeout, expected, isKept] of cases) {
  const server = http.createServer({ keepAliveTimeout }, (req, res) => res.end('x'));
  server.listen(0, '127.0.0.1', () => {
    const agent = new http.Agent({ keepAlive: true, timeout });
    const { port } = server.address();
    http.get({ host: '127.0.0.1', port, agent }, (res) => {
      const { socket } = res;
      const look = () => {
        assert.strictEqual(socket.timeout, expected);
        assert.strictEqual(socket.destroyed, !isKept);
        assert.strictEqual(Object.values(agent.freeSockets).length, isKept ? 1 : 0);
        agent.destroy();
        server.close();
      };
      res.resume().on('end', () => setImmediate(() => setImmediate(look)));
    });
  });
}
