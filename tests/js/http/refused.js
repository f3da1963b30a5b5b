// SPDX-License-Identifier: MIT
// Requests that two servers could read differently are refused, and the program gets the code.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const cases = [
  ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HPE_(INVALID_TRANSFER_ENCODING|UNEXPECTED_CONTENT_LENGTH)$/],
  ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n',
    /^HPE_INVALID_TRANSFER_ENCODING$/],
  ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    /^HPE_UNEXPECTED_CONTENT_LENGTH$/],
  ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na', /^HPE_INVALID_CONTENT_LENGTH$/],
  ['GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n', /^HPE_INVALID_HEADER_TOKEN$/],
  ['GET / HTTP/1.1\r\nHost : x\r\n\r\n', /^HPE_INVALID_HEADER_TOKEN$/],
  ['GET / HTTP/9.9\r\nHost: x\r\n\r\n', /^HPE_INVALID_VERSION$/],
  ['BLAH / HTTP/1.1\r\nHost: x\r\n\r\n', /^HPE_INVALID_METHOD$/],
  ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    /^HPE_INVALID_CHUNK_SIZE$/],
  [`GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20000)}\r\n\r\n`, /^HPE_HEADER_OVERFLOW$/],
  ['GET / HTTP/1.1\r\nA: b\rHost: x\r\n\r\n',
    /^HPE_(LF_EXPECTED|CR_EXPECTED|STRICT|INVALID_HEADER_TOKEN)$/],
  ['POST / HTTP/1.1\r\nHost: x\r\nA:\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HPE_(LF_EXPECTED|CR_EXPECTED|STRICT|INVALID_HEADER_TOKEN)$/],
  ['GET / HTTP/1.1\r\nHost: x\r\n A: folded\r\n\r\n', /^HPE_INVALID_HEADER_TOKEN$/],
  ['GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', /^HPE_INVALID_HEADER_TOKEN$/],
  ['GET / HTTP/1.1\nHost: x\n\n', /^HPE_(CR_EXPECTED|INVALID_)/],
];

const server = http.createServer((req, res) => res.end());
let heard;
server.on('clientError', (error, socket) => {
  heard ??= error.code;
  socket.destroy();
});
server.listen(0, '127.0.0.1', () => run(0));

function run(index) {
  if (index === cases.length) {
    server.close();
    return;
  }
  heard = undefined;
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('error', () => {});
  client.on('data', () => client.end());
  client.write(cases[index][0]);
  client.on('close', () => {
    assert.match(String(heard), cases[index][1], cases[index][0]);
    run(index + 1);
  });
}
