// SPDX-License-Identifier: MIT
// pm2: a program in two processes that share a port; reloaded, stopped. Without its metrics, which
// need an inspector (--no-pmx).
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const net = require('net');
const path = require('path');
const { directory, request } = require('./help');

const home = directory();
const pm2 = path.join(path.dirname(require.resolve('pm2/package.json')), 'bin/pm2');
const call = (...words) => execFileSync(process.execPath, [pm2, ...words], {
  encoding: 'utf8',
  env: { ...process.env, PM2_HOME: home, PM2_DISABLE_VERSION_CHECK: 'true' },
});

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

// The processes that answer, as soon as there are so many.
async function ask(port, count) {
  const seen = new Set();
  for (let tries = 0; seen.size < count && tries < 400; tries++) {
    const answer = await request(port, { agent: false }).catch(() => null);
    if (answer === null) await new Promise((resolve) => { setTimeout(resolve, 50); });
    else seen.add(answer.body);
  }
  return seen;
}

(async () => {
  const port = await freePort();
  const app = path.join(home, 'app.js');
  fs.writeFileSync(app, `
    const http = require('http');
    http.createServer((request, response) => response.end(String(process.pid))).listen(${port});
  `);
  try {
    call('start', app, '-i', '2', '--no-pmx');
    const first = await ask(port, 2);
    assert.strictEqual(first.size, 2);
    call('reload', 'app');
    const second = await ask(port, 2);
    assert.ok(second.size === 2 && [...second].every((pid) => !first.has(pid)));
    call('stop', 'app');
    await assert.rejects(request(port), { code: 'ECONNREFUSED' });
  } finally {
    call('kill');
  }
})();
