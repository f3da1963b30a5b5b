// SPDX-License-Identifier: MIT
// If another process ends a connection just after the loop has looked for events, there is an event
// that it has not seen: nothing hangs, and no time passes.
'use strict';
const assert = require('assert');
const { spawn } = require('child_process');
const net = require('net');
const path = require('path');

const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', () => (Math.random() < 0.5 ? socket.destroy() : socket.resetAndDestroy()));
}).listen(0, '127.0.0.1', () => {
  const child = spawn(process.execPath, ['--explore=3', '--jobs=1',
    path.join(__dirname, 'fixtures', 'ends.js'), String(server.address().port)],
  { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { said += text; });
  child.on('close', (code) => {
    server.close();
    assert.strictEqual(code, 0, said);
    assert.match(said, /^3 runs in .* 0 failed$/m);
  });
});
