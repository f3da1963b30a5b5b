// SPDX-License-Identifier: MIT
// What needs TLS or HTTP/2 can be loaded, and says so when it is used.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const https = require('https');
const tls = require('tls');

const missing = {
  code: 'ERR_METHOD_NOT_IMPLEMENTED', message: /^The (?:tls|http2)\.\w+\(\) method/,
};
assert.throws(() => https.get('https://127.0.0.1/'), missing);
assert.throws(() => https.request({}), missing);
assert.throws(() => https.createServer(), missing);
assert.throws(() => tls.connect(443), missing);
assert.throws(() => tls.createServer(), missing);
assert.throws(() => new tls.TLSSocket(), missing);
assert.throws(() => http2.connect('http://127.0.0.1/'), missing);
assert.throws(() => http2.createServer(), missing);
const agent = new https.Agent({ keepAlive: true });
assert.deepStrictEqual([agent.defaultPort, agent.protocol], [443, 'https:']);
assert.strictEqual(http2.constants.HTTP2_HEADER_CONTENT_TYPE, 'content-type');
assert.strictEqual(http2.constants.HTTP_STATUS_NOT_FOUND, 404);
