// SPDX-License-Identifier: MIT
// process lists what keeps it alive: sockets, servers, children, calls of the file system.
'use strict';
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const { spawn } = require('child_process');

fs.stat(__filename, () => {});
fs.stat(__filename, () => {});
assert.strictEqual(process._getActiveRequests().length, 2);
assert.deepStrictEqual(process.getActiveResourcesInfo().slice(0, 2),
  ['FSReqCallback', 'FSReqCallback']);

const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
assert(process._getActiveHandles().includes(child));
child.on('exit', () => {
  const server = net.createServer((socket) => socket.end());
  server.listen(0, () => {
    assert(process._getActiveHandles().includes(server));
    assert(process.getActiveResourcesInfo().includes('TCPServerWrap'));
    server.unref();
    assert(!process._getActiveHandles().includes(server));
    server.ref();
    const client = net.connect(server.address().port, () => {
      assert(process._getActiveHandles().includes(client));
      assert(process.getActiveResourcesInfo().includes('TCPSocketWrap'));
    });
    client.resume().on('close', () => {
      assert(!process._getActiveHandles().includes(client));
      server.close();
    });
  });
});
