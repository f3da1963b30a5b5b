// SPDX-License-Identifier: MIT
// Channels of diagnostics_channel, and observers of performance entries, are notified of sockets,
// requests and lookups; not after they have unsubscribed.
'use strict';
const assert = require('assert');
const dc = require('diagnostics_channel');
const dgram = require('dgram');
const dns = require('dns');
const http = require('http');
const net = require('net');
const { PerformanceObserver } = require('perf_hooks');

const heard = [];
const names = ['net.client.socket', 'net.server.socket', 'udp.socket', 'http.client.request.start',
  'http.client.response.finish', 'http.server.request.start', 'http.server.response.finish'];
const listeners = names.map((name) => (message) => {
  heard.push(`${name} ${Object.keys(message).sort()}`);
});
names.forEach((name, i) => dc.subscribe(name, listeners[i]));

const entries = [];
const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
observer.observe({ entryTypes: ['http', 'net', 'dns'] });
for (const kind of ['dns', 'http', 'net']) {
  assert.ok(PerformanceObserver.supportedEntryTypes.includes(kind), kind);
}

dgram.createSocket('udp4').close();
const server = http.createServer((req, res) => res.end('done'));

function get(then) {
  http.get({ port: server.address().port, agent: false, path: '/a' }, (res) => {
    res.resume();
    res.on('end', () => setTimeout(then, 20));
  });
}

function first() {
  assert.deepStrictEqual([...heard].sort(), [
    'http.client.request.start request', 'http.client.response.finish request,response',
    'http.server.request.start request,response,server,socket',
    'http.server.response.finish request,response,server,socket',
    'net.client.socket socket', 'net.server.socket socket', 'udp.socket socket']);
  const shown = entries.map(({ entryType, name, detail }) => (
    `${entryType} ${name} ${Object.keys(detail).sort()}`));
  assert.deepStrictEqual(shown.filter((one) => !one.startsWith('dns')).sort(),
    ['http HttpClient req,res', 'http HttpRequest req,res', 'net connect host,port']);
  assert.ok(shown.some((one) => one.startsWith('dns lookup addresses,family,hints,hostname')));
  const { detail } = entries.find(({ name }) => name === 'HttpRequest');
  assert.deepStrictEqual([detail.req.method, detail.req.url, detail.res.statusCode],
    ['GET', '/a', 200]);
  for (const { duration } of entries) assert.ok(duration >= 0);

  names.forEach((name, i) => dc.unsubscribe(name, listeners[i]));
  observer.disconnect();
  heard.length = entries.length = 0;
  get(() => {
    assert.deepStrictEqual([heard, entries], [[], []]);
    server.close();
  });
}

server.listen(0, '127.0.0.1', () => {
  dns.lookup('localhost', () => get(first));
});
