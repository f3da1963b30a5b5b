// SPDX-License-Identifier: MIT
// The server of the soak in JavaScript: one route for each thing that may leave something behind.
//
//   server.js DIRECTORY      prints its port; files go to that directory; SIGTERM ends it
//
// A route that fails answers 503 with the error's code. Nothing here catches errors outside of a
// route: those end the server, and fail the soak.
'use strict';
const child_process = require('child_process');
const crypto = require('crypto');
const dns = require('dns');
const events = require('events');
const fs = require('fs');
const http = require('http');
const path = require('path');
const stream = require('stream');
const util = require('util');
const zlib = require('zlib');

const directory = process.argv[2];
const helper = path.join(__dirname, 'child.js');
const gzip = util.promisify(zlib.gzip);
const gunzip = util.promisify(zlib.gunzip);
const execFile = util.promisify(child_process.execFile);
let files = 0;

function fail(what, code) {
  throw Object.assign(new Error(what), { code });
}

// The exit of a child, an error of its start, or of its pipes, whichever comes first.
async function ended(child) {
  const [code, signal] = await events.once(child, 'close');
  if (signal !== null) fail('the child was killed', `killed by ${signal}`);
  if (code !== 0) fail('the child failed', `exit ${code}`);
}

const routes = {
  small: () => 'hello\n',

  async upload(url, request) {
    const hash = crypto.createHash('sha256');
    for await (const bytes of request) hash.update(bytes);
    return hash.digest('hex');
  },

  async download(url, request, response) {
    const size = Number(url.searchParams.get('size'));
    let left = size;
    const source = new stream.Readable({
      read(wanted) {
        const part = Math.min(left, wanted);
        left -= part;
        this.push(part === 0 ? null : Buffer.alloc(part, 'd'));
      },
    });
    response.setHeader('content-length', size);
    await stream.promises.pipeline(source, response);
  },

  async file() {
    const name = path.join(directory, `soak-${process.pid}-${files++}`);
    const bytes = crypto.randomBytes(20000);
    try {
      await fs.promises.writeFile(name, bytes);
      const stats = await fs.promises.stat(name);
      const read = await fs.promises.readFile(name);
      if (stats.size !== bytes.length || !read.equals(bytes)) fail('not what was written', 'WRONG');
      const parts = [];
      for await (const part of fs.createReadStream(name, { highWaterMark: 4096 })) parts.push(part);
      if (!Buffer.concat(parts).equals(bytes)) fail('not what was written', 'WRONG');
    } finally {
      await fs.promises.rm(name, { force: true });
    }
    return 'file';
  },

  async timer() {
    let ticks = 0;
    const interval = setInterval(() => { ticks++; }, 2);
    clearTimeout(setTimeout(() => fail('a cleared timer came', 'WRONG'), 5));
    await new Promise((resolve) => setTimeout(resolve, 15));
    clearInterval(interval);
    await new Promise((resolve) => setImmediate(resolve));
    return `${ticks > 0}`;
  },

  async exec() {
    const { stdout } = await execFile('/bin/echo', ['soak']).catch((error) => {
      if (error.signal) fail('the child was killed', `killed by ${error.signal}`);
      throw error;
    });
    if (stdout !== 'soak\n') fail('not what echo says', 'WRONG');
    return stdout;
  },

  async spawn() {
    const bytes = crypto.randomBytes(100000);
    const child = child_process.spawn('/bin/cat', { stdio: ['pipe', 'pipe', 'ignore'] });
    const parts = [];
    const end = ended(child);
    end.catch(() => {}); // it is awaited below
    const pipes = Promise.all([
      child.stdin && stream.promises.pipeline(stream.Readable.from([bytes]), child.stdin),
      child.stdout && (async () => { for await (const part of child.stdout) parts.push(part); })(),
    ]);
    pipes.catch(() => {});
    await end;
    await pipes;
    if (!Buffer.concat(parts).equals(bytes)) fail('not what went in', 'WRONG');
    return 'spawn';
  },

  async fork() {
    const child = child_process.fork(helper, [], { execArgv: [] });
    const end = ended(child);
    end.catch(() => {});
    child.send?.({ ask: 20 }, () => {}); // an error here is reported at the end; not there: EMFILE
    const answers = [];
    child.on('message', (message) => answers.push(message));
    await end;
    if (answers.length !== 20) fail(`${answers.length} of 20 messages`, 'WRONG');
    return 'fork';
  },

  async dns() {
    const { address } = await dns.promises.lookup('localhost');
    const all = await dns.promises.lookup('localhost', { all: true });
    if (all.length === 0) fail('no address', 'WRONG');
    return address;
  },

  async zlib() {
    const bytes = Buffer.alloc(60000, crypto.randomBytes(600));
    const packed = await gzip(bytes);
    if (!(await gunzip(packed)).equals(bytes)) fail('not what was packed', 'WRONG');
    const parts = [];
    await stream.promises.pipeline(
      stream.Readable.from([packed]), zlib.createGunzip(),
      async (source) => { for await (const part of source) parts.push(part); });
    if (!Buffer.concat(parts).equals(bytes)) fail('not what was packed', 'WRONG');
    return 'zlib';
  },

  async worker() {
    const { Worker } = require('worker_threads');
    const worker = new Worker(
      `const { parentPort } = require('worker_threads');
       parentPort.once('message', (bytes) => parentPort.postMessage(bytes.length));`,
      { eval: true });
    const exited = events.once(worker, 'exit'); // it may come together with the message
    exited.catch(() => {}); // the wait for the message reports errors
    worker.postMessage(new Uint8Array(10000));
    const [size] = await events.once(worker, 'message');
    const [code] = await exited;
    if (size !== 10000 || code !== 0) fail('not what a worker answers', 'WRONG');
    return 'worker';
  },

  memory: () => JSON.stringify(process.memoryUsage()),
};

async function answer(request, response) {
  const url = new URL(request.url, 'http://localhost');
  const route = routes[url.pathname.slice(1)];
  try {
    const text = await route(url, request, response);
    if (!response.headersSent) response.end(text);
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
    } else {
      response.statusCode = 503;
      response.end(`${error.code ?? error.stack}`);
    }
  }
}

const server = http.createServer(answer);
server.on('error', () => {}); // EMFILE in accept: Node closes the connection and continues
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  console.log(server.address().port);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
