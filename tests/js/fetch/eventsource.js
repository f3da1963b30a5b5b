// SPDX-License-Identifier: MIT
// EventSource behind its switch: events with names and ids, and reconnection with the last id.
'use strict';
const { spawnSync } = require('child_process');
if (!globalThis.EventSource) {
  const child = spawnSync(process.execPath, ['--experimental-eventsource', __filename],
    { stdio: 'inherit' });
  process.exit(child.status ?? 1);
}
const assert = require('assert');
const http = require('http');

const asked = [];
const server = http.createServer((req, res) => {
  asked.push(req.headers['last-event-id']);
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  if (asked.length === 1) {
    res.end('retry: 10\nid: 1\ndata: first\n\nevent: named\ndata: a\ndata: b\nid: 2\n\n');
  } else {
    res.write(': comment\ndata: again\n\n');
  }
});
server.listen(0, '127.0.0.1', () => {
  const source = new EventSource(`http://127.0.0.1:${server.address().port}/`);
  const seen = [];
  source.addEventListener('named', (event) => seen.push([event.data, event.lastEventId]));
  source.onmessage = (event) => {
    seen.push([event.data, event.lastEventId]);
    if (event.data !== 'again') return;
    source.close();
    assert.deepStrictEqual(seen, [['first', '1'], ['a\nb', '2'], ['again', '2']]);
    assert.deepStrictEqual(asked, [undefined, '2']);
    server.closeAllConnections();
    server.close();
  };
});
