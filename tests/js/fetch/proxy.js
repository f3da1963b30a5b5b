// SPDX-License-Identifier: MIT
// With NODE_USE_ENV_PROXY=1 or --use-env-proxy fetch uses HTTP_PROXY and NO_PROXY, and without them
// it does not.
'use strict';
const assert = require('assert');
const { execFile } = require('child_process');
const http = require('http');
const net = require('net');

if (!process.versions.gyre) process.exit(77); // newer Nodes have it

const asked = [];
const proxy = http.createServer();
proxy.on('connect', (req, socket, head) => {
  asked.push(req.url);
  const [host, port] = req.url.split(':');
  const target = net.connect(port, host, () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    target.write(head);
    socket.pipe(target).pipe(socket);
  });
});
const server = http.createServer((req, res) => res.end('direct'));

function run(options, env) {
  const text = `fetch('http://127.0.0.1:${server.address().port}/').then((r) => r.text())` +
    '.then((t) => { console.log(t); process.exit(); })';
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...options, '-e', text], { env: { ...process.env, ...env } },
      (error, out) => (error ? reject(error) : resolve(out.trim())));
  });
}

server.listen(0, '127.0.0.1', () => proxy.listen(0, '127.0.0.1', async () => {
  const HTTP_PROXY = `http://127.0.0.1:${proxy.address().port}`;
  const target = `127.0.0.1:${server.address().port}`;
  assert.strictEqual(await run([], { HTTP_PROXY }), 'direct');
  assert.deepStrictEqual(asked, []);
  assert.strictEqual(await run([], { HTTP_PROXY, NODE_USE_ENV_PROXY: '1' }), 'direct');
  assert.deepStrictEqual(asked, [target]);
  assert.strictEqual(await run(['--use-env-proxy'], { http_proxy: HTTP_PROXY }), 'direct');
  assert.deepStrictEqual(asked, [target, target]);
  const direct = { HTTP_PROXY, NO_PROXY: '127.0.0.1' };
  assert.strictEqual(await run(['--use-env-proxy'], direct), 'direct');
  assert.deepStrictEqual(asked, [target, target]);
  proxy.close();
  server.close();
}));
