// SPDX-License-Identifier: MIT
// How long settings and a ping took is measured by no clock that a program can set or replace.
'use strict';
const assert = require('assert');
const http2 = require('http2');

const realNow = Date.now;
const realPerformanceNow = performance.now;

function check(took) {
  assert.strictEqual(typeof took, 'number');
  assert.ok(took >= 0 && took < 10000, `it took ${took} ms`);
}

const server = http2.createServer();
server.listen(0, '127.0.0.1', () => {
  const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
  client.on('connect', () => {
    client.settings({ enablePush: false }, (error, settings, took) => {
      assert.ifError(error);
      check(took);
      client.ping((failed, time) => {
        Date.now = realNow;
        performance.now = realPerformanceNow;
        assert.ifError(failed);
        check(time);
        client.close();
        server.close();
        console.log('ok');
      });
      Date.now = () => 0;
      performance.now = () => -1e9;
    });
    Date.now = () => 0;
    performance.now = () => -1e9;
  });
});
