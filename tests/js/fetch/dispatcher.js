// SPDX-License-Identifier: MIT
// The dispatcher of fetch can be read and replaced by its symbol. Foreign handlers get headers as
// Buffers, as from undici.
'use strict';
const assert = require('assert');
const http = require('http');

const symbol = Symbol.for('undici.globalDispatcher.1');
const server = http.createServer((req, res) => res.end(req.url));
server.listen(0, '127.0.0.1', async () => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  await (await fetch(`${origin}/`)).text();
  const dispatcher = globalThis[symbol];

  const { statusCode, body } = await dispatcher.request(
    { origin, path: '/request', method: 'GET' });
  assert.strictEqual(statusCode, 200);
  assert.strictEqual(await body.text(), '/request');

  await new Promise((resolve, reject) => {
    dispatcher.dispatch({ origin, path: '/direct', method: 'GET' }, {
      onConnect() {},
      onHeaders(status, headers) {
        assert.ok(headers.length > 0 && headers.every(Buffer.isBuffer));
        return true;
      },
      onData(chunk) {
        assert.strictEqual(chunk.toString(), '/direct');
        return true;
      },
      onComplete: resolve,
      onError: reject,
    });
  });

  const paths = [];
  globalThis[symbol] = {
    dispatch(options, handler) {
      paths.push(options.path);
      return dispatcher.dispatch({ ...options, path: '/replaced' }, handler);
    },
  };
  assert.strictEqual(await (await fetch(`${origin}/asked`)).text(), '/replaced');
  assert.deepStrictEqual(paths, ['/asked']);
  const own = { dispatcher };
  assert.strictEqual(await (await fetch(`${origin}/own`, own)).text(), '/own');
  await dispatcher.close();
  server.close();
});
