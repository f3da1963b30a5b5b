#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// An HTTP server under wrk: sixty-four connections for two seconds, keep-alive and not; then
// pipelining, chunked bodies, uploads, a client that breaks off, and a server that closes.
'use strict';
const http = require('http');
const net = require('net');
const { spawnSync, spawn } = require('child_process');
const { once } = require('events');

if (spawnSync('wrk', ['-v']).error) {
  console.log('skipped: wrk is not installed');
  process.exit(77);
}

const { say, run } = require('./say.js');
const host = '127.0.0.1';
const server = http.createServer(async (request, response) => {
  if (request.url === '/upload') {
    let size = 0;
    try {
      for await (const chunk of request) size += chunk.length;
      response.end(String(size));
    } catch (error) {
      say('upload', error.code);
    }
  } else if (request.url === '/chunks') {
    for (let i = 0; i < 20; i++) {
      response.write('c'.repeat(10000));
      await new Promise(setImmediate);
    }
    response.end();
  } else {
    response.end('hello');
  }
});

async function wrk(...words) {
  const child = spawn('wrk', ['-t2', '-c64', '-d2s', '--timeout', '10s', ...words,
    `http://127.0.0.1:${server.address().port}/`]);
  let out = '';
  child.stdout.on('data', (data) => { out += data; });
  const [code] = await once(child, 'close');
  const requests = Number(/(\d+) requests in/.exec(out)?.[1]);
  say('wrk', code, 'more than a hundred', requests > 100, 'errors',
    /Socket errors|Non-2xx/.exec(out) ? out : 'none');
}

async function body(response) {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

async function main() {
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address();
  await wrk();
  await wrk('-H', 'Connection: close');

  const pipelined = net.connect(port, host);
  pipelined.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
  let got = '';
  pipelined.on('data', (data) => {
    got += data;
    if (got.split('hello').length === 51) pipelined.end();
  });
  await once(pipelined, 'close');
  say('pipelined', got.split('hello').length - 1);

  const [chunks] = await once(http.get({ host, port, path: '/chunks' }), 'response');
  say('chunks', (await body(chunks)).length);
  const upload = http.request({ host, port, path: '/upload', method: 'POST' });
  for (let i = 0; i < 100; i++) upload.write(Buffer.alloc(100000));
  upload.end();
  say('upload', await body((await once(upload, 'response'))[0]));

  const rude = net.connect(port, host);
  await once(rude, 'connect');
  rude.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf');
  rude.resetAndDestroy();
  await once(rude, 'close');
  const answers = await Promise.all(Array.from({ length: 100 }, async () => {
    const [response] = await once(http.get({ host, port, agent: false }), 'response');
    return body(response);
  }));
  say('a hundred', answers.every((text) => text === 'hello'));
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  const refused = http.get({ host, port });
  const [error] = await once(refused, 'error');
  say(error.code);
}

run(main);
