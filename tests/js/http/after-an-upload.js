// SPDX-License-Identifier: MIT
// A connection is usable after a body that was read late, slowly, by a pipe or not at all: the next
// request on it is answered.
'use strict';
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `gyre-upload-${process.pid}`);
const readers = {
  late(req, done) {
    setTimeout(() => req.on('data', () => {}).on('end', done), 20);
  },
  piped(req, done) {
    req.pipe(fs.createWriteStream(file)).on('finish', done);
  },
  slow(req, done) {
    req.on('data', () => {
      req.pause();
      setTimeout(() => req.resume(), 2);
    }).on('end', done);
  },
  async lateByLoop(req, done) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    for await (const chunk of req) assert.ok(chunk.length > 0);
    done();
  },
  never(req, done) {
    setTimeout(done, 20);
  },
};
const sizes = [1000, 16384, 20000, 65536, 100000, 1000000];
const cases = Object.keys(readers).flatMap((how) => sizes.map((size) => [how, size]));
const answered = [];

const server = http.createServer((req, res) => {
  if (req.method === 'GET') res.end('next');
  else readers[req.url.slice(1)](req, () => res.end('stored'));
});

function ask(agent, method, how, size, then) {
  const { port } = server.address();
  http.request({ port, agent, method, path: `/${how}` }, (res) => {
    let text = '';
    res.setEncoding('utf8').on('data', (piece) => { text += piece; });
    res.on('end', () => setImmediate(then, text));
  }).end(Buffer.alloc(size));
}

function run() {
  const [how, size] = cases[answered.length];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  ask(agent, 'POST', how, size, (stored) => {
    ask(agent, 'GET', how, 0, (next) => {
      answered.push(`${how} ${size} ${stored} ${next}`);
      agent.destroy();
      if (answered.length < cases.length) run();
      else server.close(() => fs.rmSync(file));
    });
  });
}
server.listen(0, run);
const dog = setTimeout(() => assert.fail(`stalled: ${cases[answered.length]}`), 20000);
dog.unref();
process.on('exit', () => {
  assert.deepStrictEqual(answered, cases.map(([how, size]) => `${how} ${size} stored next`));
});
