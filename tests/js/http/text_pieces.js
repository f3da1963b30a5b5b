// SPDX-License-Identifier: MIT
// A text that was concatenated in any way is sent unchanged: deep ropes, substrings, wide
// characters, longer than one write.
'use strict';
const assert = require('assert');
const http = require('http');

function deep(count, piece) {
  let text = '';
  for (let i = 0; i < count; i++) text += piece + i;
  return text;
}

function deepAtItsEnd(count) {
  let text = '';
  for (let i = 0; i < count; i++) text = i + text;
  return text;
}

const long = 'abcdefghij'.repeat(1000);
const makers = [
  () => '',
  () => 'x',
  () => deep(3, 'few'),
  () => deep(30, 'more'),
  () => deep(500, 'deep'),
  () => deepAtItsEnd(500),
  () => long.slice(17, 5000) + long.slice(1, 999),
  () => `${long.slice(3)}-${Math.random() < 2}-${long.substring(1, 9000)}`,
  () => deep(20, 'caf\u00e9'),
  () => deep(20, '\u20ac'),
  () => `${deep(5, 'plain')}${'\u{1f600}'}${deep(5, 'plain')}`,
  () => long + long,
  () => deep(20000, 'longer than the room'),
];

const server = http.createServer((request, response) => {
  const text = makers[Number(request.url.slice(1))]();
  response.writeHead(200, { 'X-Pieces': deep(9, 'a') });
  response.end(text);
});

function ask(index, agent) {
  http.get({ port: server.address().port, path: `/${index}`, agent }, (response) => {
    const chunks = [];
    assert.strictEqual(response.headers['x-pieces'], 'a0a1a2a3a4a5a6a7a8');
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => {
      assert.strictEqual(Buffer.concat(chunks).toString(), makers[index]());
      if (index + 1 < makers.length) {
        ask(index + 1, agent);
        return;
      }
      agent.destroy();
      server.close();
    });
  });
}
server.listen(0, '127.0.0.1', () => ask(0, new http.Agent({ keepAlive: true })));
