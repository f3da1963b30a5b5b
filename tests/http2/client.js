// SPDX-License-Identifier: MIT
// Makes requests to a server and prints the responses: client.js URL [much]
'use strict';
const http2 = require('http2');

const [, , url] = process.argv;
const { origin, pathname } = new URL(url);
const session = http2.connect(origin, { rejectUnauthorized: false });
session.on('error', (error) => console.log('session', error.code, error.message));
session.on('goaway', (code) => console.log('goaway', code));
session.on('close', () => console.log('closed'));
const stream = session.request({ ':path': pathname });
let size = 0;
stream.on('response', (headers) => console.log('status', headers[':status']));
stream.on('headers', (headers) => console.log('headers', headers[':status']));
stream.on('trailers', (headers) => console.log('trailers', headers['x-last']));
stream.on('data', (data) => { size += data.length; });
stream.on('error', (error) => console.log('stream', error.code, error.message));
stream.on('aborted', () => console.log('aborted'));
stream.on('close', () => {
  console.log('size', size, stream.rstCode);
  session.close();
});
