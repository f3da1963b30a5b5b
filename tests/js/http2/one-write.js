// SPDX-License-Identifier: MIT
// A server's answers to many requests of one read are sent in few writes; the answers of all
// streams are complete.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const COUNT = 50;
const server = http2.createServer((request, response) => response.end(`hello ${request.url}`));
server.listen(0, '127.0.0.1', () => {
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
  let left = COUNT;
  for (let i = 0; i < COUNT; i++) {
    const stream = client.request({ ':path': `/${i}` });
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (piece) => { text += piece; });
    stream.on('close', () => {
      assert.strictEqual(text, `hello /${i}`);
      if (--left === 0) {
        client.close();
        server.close();
      }
    });
  }
});
process.on('exit', () => assert.match(process.versions.nghttp2, /^\d+\.\d+\.\d+$/));
