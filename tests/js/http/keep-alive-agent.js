// SPDX-License-Identifier: MIT
// An agent that keeps connections reuses one; with a limit, requests wait for it.
'use strict';
const assert = require('assert');
const http = require('http');

const ports = new Set();
const server = http.createServer((req, res) => {
  ports.add(req.socket.remotePort);
  res.end(req.url);
});
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
server.listen(0, '127.0.0.1', () => {
  let left = 5;
  for (let i = 0; i < 5; i++) {
    http.get({ port: server.address().port, host: '127.0.0.1', agent, path: `/${i}` },
      (res) => {
        res.resume();
        res.on('end', () => {
          if (--left !== 0) return;
          assert.strictEqual(ports.size, 1);
          setImmediate(() => {
            agent.destroy();
            server.close();
          });
        });
      });
  }
});
