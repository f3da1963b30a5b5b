// SPDX-License-Identifier: MIT
// A write to a response that is ended and closed fails, and the callback gets the reason.
'use strict';
const assert = require('assert');
const http = require('http');

const heard = [];
const server = http.createServer((req, res) => {
  res.end('x');
  res.on('error', () => assert.fail('nobody hears of it else'));
  res.on('close', () => {
    assert.strictEqual(res.write('y', (error) => heard.push(error.code)), false);
    res.end('z', () => heard.push('end'));
    server.close();
  });
});
server.listen(0, () => http.get({ port: server.address().port }, (res) => res.resume()));
process.on('exit', () => assert.deepStrictEqual(heard, ['ERR_STREAM_WRITE_AFTER_END']));
