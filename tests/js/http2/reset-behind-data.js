// SPDX-License-Identifier: MIT
// Proves that a stream which is closed with a code right after its head and some data, in one turn
// with others, is reset after these and without an end: the client gets the code.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const COUNT = 6;
const CODE = http2.constants.NGHTTP2_INTERNAL_ERROR;
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.on('error', () => {});
  stream.respond({ ':status': 200 });
  stream.write('some data');
  if (headers[':path'] === '/reset') stream.close(CODE);
  else stream.end(' and the rest');
});

function ask(client, path) {
  return new Promise((resolve) => {
    const stream = client.request({ ':path': path });
    const seen = [];
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', () => seen.push('head'));
    stream.on('data', (piece) => { text += piece; });
    stream.on('end', () => seen.push('end'));
    stream.on('error', (error) => seen.push(error.code));
    stream.on('close', () => resolve([...seen, text, stream.rstCode]));
  });
}

server.listen(0, async () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  await new Promise((resolve) => client.once('remoteSettings', resolve));
  const paths = Array.from({ length: COUNT }, (_, i) => (i % 2 === 0 ? '/reset' : '/'));
  const answers = await Promise.all(paths.map((path) => ask(client, path)));
  answers.forEach((answer, i) => {
    assert.deepStrictEqual(answer, i % 2 === 0 ?
      ['head', 'ERR_HTTP2_STREAM_ERROR', 'some data', CODE] :
      ['head', 'end', 'some data and the rest', 0]);
  });
  client.close();
  server.close();
});
