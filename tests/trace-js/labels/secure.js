// SPDX-License-Identifier: MIT
// One exchange of http2 over TLS. Each line printed is the name of the callback of the library that
// it is printed in, or in whose ticks; the trace must agree, and contain all of these:
// has: tlsHandshakeStart tlsHandshakeDone tlsRecord http2Settings http2SettingsAck http2Headers
// has: http2Data http2DataEnd http2StreamClose http2Ping http2PingAck http2Goaway
'use strict';
const fs = require('fs');
const http2 = require('http2');
const path = require('path');

const read = (name) => fs.readFileSync(path.join(__dirname, '../../js/tls/fixtures', name));
const say = (name) => () => console.log(name);

const server = http2.createSecureServer({ key: read('key.pem'), cert: read('cert.pem') });
server.on('session', (session) => session.on('ping', say('http2Ping')));
server.on('stream', (stream) => {
  console.log('http2Headers');
  stream.on('data', say('http2Data'));
  stream.on('end', () => stream.end('answer'));
  stream.respond({ ':status': 200 });
});
server.listen(0, '127.0.0.1', () => {
  const client = http2.connect(`https://127.0.0.1:${server.address().port}`, {
    rejectUnauthorized: false,
  });
  const stream = client.request({ ':method': 'POST' });
  stream.on('response', say('http2Headers'));
  stream.on('data', say('http2Data'));
  stream.on('close', () => client.ping(() => {
    console.log('http2PingAck');
    client.on('close', () => server.close());
    client.close();
  }));
  stream.end('question');
});
