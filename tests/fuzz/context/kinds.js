// SPDX-License-Identifier: MIT
// What the programs of programs.js do: each kind starts something and calls go() when that calls
// back. note(where) notes the stores at a place in between.
'use strict';
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const { EventEmitter, once } = require('events');
const crypto = require('crypto');
const dgram = require('dgram');
const dns = require('dns');
const fs = require('fs');
const http = require('http');
const net = require('net');
const stream = require('stream');
const timers = require('timers/promises');
const util = require('util');
const zlib = require('zlib');

let echo;
let web;
let agent;
const emitter = new EventEmitter().setMaxListeners(0);
const parts = (text) => stream.Readable.from([text]);

class Subclass extends Promise {}
class Species extends Promise {
  static get [Symbol.species]() { return Promise; }
}

const later = (callback) => { setTimeout(callback, 1); };

const kinds = {
  tick(go) { process.nextTick(go); },
  tickWith(go) { process.nextTick((a, b, c) => go(a, b, c), 1, 2, 3); },
  microtask(go) { queueMicrotask(go); },
  timeout(go) { setTimeout(go, 1); },
  timeoutZero(go) { setTimeout(go, 0, 'with'); },
  immediate(go) { setImmediate(go); },
  interval(go, note) {
    let count = 0;
    const interval = setInterval(() => {
      if (++count === 1) note(' first');
      if (count < 2) return;
      clearInterval(interval);
      go();
    }, 1);
  },
  refresh(go) {
    const timer = setTimeout(go, 2);
    setImmediate(() => timer.refresh());
  },
  then(go) { Promise.resolve(1).then(go); },
  thenPending(go) { new Promise((resolve) => later(resolve)).then(go); },
  catchLater(go) { new Promise((resolve, reject) => later(reject)).catch(go); },
  finallyLater(go) { new Promise((resolve) => later(resolve)).finally(go); },
  thenShared(go, note, program) { program.shared.then(go); },
  async awaitShared(go, note, program) {
    await program.shared;
    go();
  },
  async awaitValue(go, note) {
    await 1;
    note(' once');
    await undefined;
    go();
  },
  async awaitSettled(go) {
    await Promise.resolve(1);
    go();
  },
  async awaitRejected(go) {
    try {
      await Promise.reject(new Error('x'));
    } catch {
      go();
    }
  },
  async awaitThenable(go) {
    await { then(resolve) { later(resolve); } };
    go();
  },
  async awaitQuickThenable(go) {
    await { then(resolve) { resolve(1); } };
    go();
  },
  async awaitThenableElsewhere(go, note, program) {
    await { then(resolve) { program.shared.then(() => resolve(1)); } };
    go();
  },
  async awaitSubclass(go, note, program) {
    await new Subclass((resolve) => { program.shared.then(resolve); });
    go();
  },
  thenSubclass(go, note, program) {
    new Subclass((resolve) => { program.shared.then(resolve); }).then(go);
  },
  thenSpecies(go, note, program) {
    new Species((resolve) => { program.shared.then(resolve); }).then(go);
  },
  constructorAsked(go, note, program) {
    util.inspect(program.shared);
    void program.shared.constructor;
    go();
  },
  async forAwait(go, note, program) {
    for await (const value of [1, program.shared, { then(resolve) { later(resolve); } }]) {
      note(` ${typeof value}`);
    }
    go();
  },
  async asyncGenerator(go, note, program) {
    async function* count() {
      yield 1;
      await program.shared;
      note(' inside');
      yield 2;
    }
    let turn = 0;
    for await (const value of count()) note(` ${++turn}${value}`);
    go();
  },
  all(go, note, program) {
    Promise.all([1, program.shared, new Promise((resolve) => later(resolve))]).then(go);
  },
  race(go, note, program) {
    Promise.race([program.shared, new Promise(() => {})]).then(go);
  },
  async any(go, note, program) {
    await Promise.any([Promise.reject(new Error('x')), program.shared]);
    go();
  },
  async allSettled(go, note, program) {
    await Promise.allSettled([Promise.reject(new Error('x')), program.shared]);
    go();
  },
  async dynamicImport(go) {
    await import('fs');
    go();
  },
  async nested(go, note, program) {
    const inner = async () => {
      await 1;
      await program.shared;
      return 1;
    };
    await inner();
    go();
  },
  async adopts(go, note, program) {
    await new Promise((resolve) => resolve(program.shared));
    go();
  },
  promisified(go) { util.promisify(setTimeout)(1).then(go); },
  async timersPromises(go, note) {
    await timers.setTimeout(1);
    note(' timeout');
    await timers.setImmediate();
    go();
  },
  readFile(go) { fs.readFile(__filename, go); },
  async readFilePromise(go) {
    await fs.promises.readFile(__filename);
    go();
  },
  stat(go) { fs.stat(__filename, go); },
  statMissing(go) { fs.stat('/missing/file', go); },
  open(go, note) {
    fs.open(__filename, (error, fd) => {
      note(' open');
      fs.read(fd, Buffer.alloc(10), 0, 10, 0, () => {
        note(' read');
        fs.close(fd, go);
      });
    });
  },
  async fileHandle(go, note) {
    const handle = await fs.promises.open(__filename);
    note(' open');
    await handle.read(Buffer.alloc(4), 0, 4, 0);
    await handle.close();
    go();
  },
  readdir(go) { fs.readdir(__dirname, go); },
  opendir(go, note) {
    fs.opendir(__dirname, (error, dir) => {
      note(' open');
      dir.close(go);
    });
  },
  readStream(go, note) {
    const file = fs.createReadStream(__filename, { end: 20 });
    file.on('data', () => note(' data'));
    file.on('close', go);
  },
  writeStream(go, note) {
    const file = fs.createWriteStream('/dev/null');
    file.on('open', () => note(' open'));
    file.end('text', () => note(' finish'));
    file.on('close', go);
  },
  pipeline(go) {
    stream.pipeline(fs.createReadStream(__filename), zlib.createGzip(),
      fs.createWriteStream('/dev/null'), go);
  },
  async pipelinePromise(go) {
    await stream.promises.pipeline(parts('abc'), new stream.PassThrough(), async (source) => {
      for await (const chunk of source) void chunk;
    });
    go();
  },
  finished(go) { stream.finished(parts('abc').resume(), go); },
  gzip(go) { zlib.gzip('text', go); },
  inflate(go, note) {
    const inflate = zlib.createInflate();
    inflate.on('data', () => note(' data'));
    inflate.on('end', go);
    inflate.end(zlib.deflateSync('text'));
  },
  brotli(go) { zlib.brotliCompress('text', go); },
  lookup(go) { dns.lookup('127.0.0.1', go); },
  lookupName(go) { dns.lookup('localhost', go); },
  async lookupPromise(go) {
    await dns.promises.lookup('localhost');
    go();
  },
  randomBytes(go) { crypto.randomBytes(4, go); },
  randomFill(go) { crypto.randomFill(Buffer.alloc(4), go); },
  pbkdf2(go) { crypto.pbkdf2('a', 'b', 1, 8, 'sha1', go); },
  scrypt(go) { crypto.scrypt('a', 'b', 8, { N: 2 }, go); },
  hkdf(go) { crypto.hkdf('sha256', 'a', 'b', 'c', 8, go); },
  socket(go, note) {
    const socket = net.connect(echo.address().port, '127.0.0.1');
    socket.on('connect', () => {
      note(' connect');
      socket.write('hello', () => note(' written'));
    });
    socket.once('data', () => {
      note(' data');
      socket.end();
    });
    socket.on('close', go);
  },
  get(go, note) {
    http.get({ port: web.address().port, host: '127.0.0.1', agent: false }, (response) => {
      note(' response');
      response.on('data', () => note(' data'));
      response.on('end', go);
    });
  },
  post(go, note) {
    const request = http.request({
      port: web.address().port, host: '127.0.0.1', agent, method: 'POST',
    });
    request.on('socket', () => note(' socket'));
    request.on('finish', () => note(' finish'));
    request.on('response', (response) => {
      note(' response');
      response.resume().on('end', () => note(' end'));
    });
    request.on('close', go);
    request.end('body');
  },
  server(go, note) {
    const server = http.createServer((request, response) => {
      note(' request');
      request.resume().on('end', () => {
        note(' end');
        response.end('ok');
      });
      response.on('finish', () => note(' finish'));
    });
    server.listen(0, '127.0.0.1', () => {
      note(' listening');
      http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (response) => {
        note(' response');
        response.resume().on('end', () => server.close(go));
      });
    });
  },
  netServer(go, note) {
    const server = net.createServer((socket) => {
      note(' connection');
      socket.on('data', () => note(' data'));
      socket.on('end', () => note(' ended'));
      socket.on('close', () => note(' closed'));
    });
    server.listen(0, '127.0.0.1', () => {
      note(' listening');
      net.connect(server.address().port, '127.0.0.1').end('bye').on('close', () => {
        note(' client');
        server.close(go);
      }).resume();
    });
  },
  dgram(go, note) {
    const socket = dgram.createSocket('udp4');
    socket.on('message', () => {
      note(' message');
      socket.close(go);
    });
    socket.bind(0, '127.0.0.1', () => {
      note(' bound');
      socket.send('x', socket.address().port, '127.0.0.1', () => note(' sent'));
    });
  },
  port(go) {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      go();
      port2.close();
    };
    port1.postMessage(1);
  },
  emitter(go) {
    emitter.once('shared', go);
    emitter.emit('shared');
  },
  async once(go) {
    const own = new EventEmitter();
    later(() => own.emit('it'));
    await once(own, 'it');
    go();
  },
  boundLater(go, note, program) {
    const bound = AsyncResource.bind(go);
    program.shared.then(() => bound());
  },
  snapshot(go, note, program) {
    const snapshot = AsyncLocalStorage.snapshot();
    program.shared.then(() => snapshot(go));
  },
  resource(go, note) {
    const resource = new AsyncResource('Test');
    setImmediate(() => {
      resource.runInAsyncScope(() => note(' scope'));
      resource.runInAsyncScope(go);
    });
  },
  abortTimeout(go) { AbortSignal.timeout(1).addEventListener('abort', () => go()); },
  eventTarget(go) {
    const target = new EventTarget();
    target.addEventListener('it', () => go());
    target.dispatchEvent(new Event('it'));
  },
  async webStream(go, note) {
    const readable = new ReadableStream({
      pull(controller) {
        controller.enqueue('a');
        controller.close();
      },
    });
    for await (const chunk of readable) note(` ${chunk}`);
    go();
  },
  async readableAsync(go, note) {
    for await (const chunk of parts('abc')) note(` ${chunk}`);
    go();
  },
  async text(go) {
    await new Blob(['text']).text();
    go();
  },
};

function open() {
  agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  echo = net.createServer((socket) => { socket.on('error', () => {}).pipe(socket); });
  web = http.createServer((request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  web.keepAliveTimeout = 600000;
  const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Promise.all([listening(echo), listening(web)]);
}

function close() {
  agent.destroy();
  echo.close();
  web.close();
  web.closeAllConnections();
}

module.exports = { kinds, open, close };
