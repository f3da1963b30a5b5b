// SPDX-License-Identifier: MIT
// How long a server keeps a connection, and how long it waits for a request, does not depend on
// the calendar: somebody may set it, and a test of a program may replace Date.
'use strict';
const assert = require('assert');
const http = require('http');
const net = require('net');

const LIMIT = 300; // and a second more, which the server adds
const realNow = Date.now;
const since = (start) => performance.now() - start;

const server = http.createServer({ connectionsCheckingInterval: 50 }, (req, res) => res.end('ok'));
server.keepAliveTimeout = LIMIT;

// Two requests with a pause. The calendar jumps in between, to `change(now)`.
function between(change, done) {
  const socket = net.connect(server.address().port, '127.0.0.1');
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let answers = 0;
  let asked;
  ask();
  socket.on('data', () => {
    if (++answers === 1) {
      setTimeout(() => {
        asked = performance.now();
        ask();
      }, 800);
    } else {
      Date.now = change;
    }
  });
  socket.on('close', () => {
    Date.now = realNow;
    assert.strictEqual(answers, 2);
    const kept = since(asked);
    assert.ok(kept >= LIMIT + 900, `closed after ${kept} ms`);
    assert.ok(kept < 10000, `closed after ${kept} ms`);
    done();
  });
}

// Half a head, and the calendar jumps ahead: no request has taken too long.
function halfHead(done) {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\n');
  setTimeout(() => { Date.now = () => realNow() + 3600e3; }, 100);
  setTimeout(() => socket.write('Host: x\r\nConnection: close\r\n\r\n'), 400);
  let text = '';
  socket.on('data', (data) => { text += data; });
  socket.on('close', () => {
    Date.now = realNow;
    assert.match(text, /^HTTP\/1\.1 200 /);
    done();
  });
}

// The date in a head is the real one, whatever Date is.
function replacedDate(done) {
  const RealDate = Date;
  http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (res) => {
    globalThis.Date = RealDate;
    const age = Date.now() - Date.parse(res.headers.date);
    assert.ok(age >= 0 && age < 10000, `the date is ${age} ms old`);
    res.resume();
    res.on('end', done);
  });
  globalThis.Date = class { static now() { return 0; } };
}

server.listen(0, '127.0.0.1', () => {
  between(() => realNow() + 3600e3, () => between(() => 1e12, () => halfHead(() => {
    setTimeout(replacedDate, 1100, () => { // a date in a head is kept for a second
      server.close();
      console.log('ok');
    });
  })));
});
