// SPDX-License-Identifier: MIT
// Proves that --insecure-http-parser is the default for servers and clients, and that the option
// insecureHTTPParser, if given, overrides it.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');
const { spawnSync } = require('child_process');

const FOLDED = 'GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n';
const ANSWER = 'HTTP/1.1 200 OK\r\nX: b\r\n c\r\nContent-Length: 0\r\n\r\n';

function asked(options) {
  return new Promise((resolve) => {
    const server = http.createServer(options, (req, res) => res.end(req.headers.x));
    server.listen(0, () => {
      const socket = net.connect(server.address().port, () => socket.write(FOLDED));
      socket.once('data', (data) => {
        socket.destroy();
        server.close();
        resolve(String(data).slice(9, 12));
      });
    });
  });
}

function answered(options) {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => socket.on('data', () => socket.end(ANSWER)));
    server.listen(0, () => {
      const { port } = server.address();
      const done = (what) => {
        server.close();
        resolve(what);
      };
      http.get({ port, agent: false, ...options }, (res) => {
        res.resume();
        done(res.headers.x);
      }).on('error', (error) => done(error.code));
    });
  });
}

async function child() {
  const said = [];
  for (const insecureHTTPParser of [undefined, false, true]) {
    said.push(await asked({ insecureHTTPParser }), await answered({ insecureHTTPParser }));
  }
  console.log(said.join());
}

function run(...flags) {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, __filename, 'child'],
    { encoding: 'utf8' });
  return [stdout.trim(), stderr.includes('Using insecure HTTP parsing')];
}

if (process.argv[2] === 'child') {
  child();
} else {
  const refused = '400,HPE_INVALID_HEADER_TOKEN';
  assert.deepStrictEqual(run(), [`${refused},${refused},200,b c`, false]);
  assert.deepStrictEqual(run('--insecure-http-parser'), [`200,b c,${refused},200,b c`, true]);
}
