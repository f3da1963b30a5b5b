// SPDX-License-Identifier: MIT
// The state of a client's request, response and socket when the response is complete: the socket no
// longer belongs to the response, and bytes after the response are an error.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const seen = [];
const answers = {
  '/plain': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab',
  '/junk': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabjunk',
  '/none': 'HTTP/1.1 204 None\r\nContent-Length: 9\r\n\r\n',
  '/short': 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab',
};
const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (data) => {
    const path = String(data).split(' ')[1];
    socket.write(answers[path]);
    if (path === '/short') setTimeout(() => socket.destroy(), 20);
  });
});

function ask(path, then) {
  const agent = new http.Agent({ keepAlive: true });
  const { port } = server.address();
  let response, socket;
  const req = http.get({ port, agent, path, host: '127.0.0.1' }, (res) => {
    response = res;
    res.on('error', (error) => seen.push(`${path} response ${error.code}`));
    res.resume();
  });
  req.on('socket', (it) => { socket = it; });
  req.on('error', (error) => seen.push(`${path} request ${error.code}`));
  req.on('close', () => setTimeout(() => {
    seen.push(`${path} ${response.socket === null} ${socket.listenerCount('data')} ` +
      `${socket.destroyed} ${socket.writableEnded}`);
    agent.destroy();
    then();
  }, 20));
}

server.listen(0, '127.0.0.1', () => {
  ask('/plain', () => ask('/junk', () => ask('/none', () => ask('/short', () => server.close()))));
});
process.on('exit', () => assert.deepStrictEqual(seen, [
  '/plain true 0 false false',
  '/junk request HPE_INVALID_CONSTANT',
  '/junk true 0 true false',
  '/none true 0 false false',
  '/short response ECONNRESET',
  '/short false 1 true false',
]));
