// SPDX-License-Identifier: MIT
// A running program, as the page in live mode sees it: serves the page and its events on loopback,
// from a recording that was made before.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const ITEM = 40;
const PAGES = join(process.env.GYRE_VIEW, 'pages');

// The header and the items (a Buffer each) of a page of examples.py.
export function readRecording(name) {
  const text = readFileSync(join(PAGES, `${name}.html`), 'utf8');
  const [, header] = text.match(/<script id="trace"[^>]*>([^<]*)</);
  const [, items] = text.match(/<script id="items"[^>]*>([^<]*)</);
  const bytes = Buffer.from(items, 'base64');
  const all = [];
  for (let at = 0; at < bytes.length; at += ITEM) all.push(bytes.subarray(at, at + ITEM));
  return { header: JSON.parse(header), items: all };
}

export const startOf = (item) => item.readDoubleLE(0);
export const endOf = (item) => item.readDoubleLE(0) + item.readDoubleLE(8);

// Spans are sent when they end.
export function byEnd(items) {
  return [...items].sort((a, b) => endOf(a) - endOf(b));
}

export class Feed {
  constructor() {
    this.clients = new Set();
    this.greeting = ''; // sent to every new connection
    this.server = createServer((request, response) => {
      if (request.url === '/token/') {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(readFileSync(join(PAGES, 'live.html')));
      } else if (request.url === '/token/events') this.welcome(response);
      else response.writeHead(404).end();
    });
  }

  welcome(response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: 100\n\n${this.greeting}`);
    this.clients.add(response);
    response.on('close', () => this.clients.delete(response));
  }

  async start(port = 0) {
    await new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = this.server.address().port;
    return `http://127.0.0.1:${this.port}/token/`;
  }

  static message(event, data) {
    return `event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  }

  send(event, data) {
    for (const client of this.clients) client.write(Feed.message(event, data));
  }

  sendItems(items) {
    this.send('items', Buffer.concat(items).toString('base64'));
  }

  stats(time, more = {}) {
    this.send('stats', { time, turns: 12, calls: 40, rates: { timers: 10, poll: 150, check: 40 },
      utilisation: 0.42, lag: { p50: 1.2e5, p99: 2.5e6, max: 9e6 },
      alive: [{ kind: 'tcp', count: 1, label: 'listen server.js:30:8', since: 1e6 },
        { kind: 'interval', count: 3, label: 'heartbeat server.js:41:1', since: 1.3e6 }],
      pool: { threads: 4, busy: 1, queued: 0, wait_p99: 4e5, wait_max: 2e6 }, dropped: 0,
      inside: null, starving: 0, ...more });
  }

  // Ends all connections, like the end of a process.
  cut() {
    for (const client of this.clients) client.destroy();
  }

  async stop() {
    this.cut();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
