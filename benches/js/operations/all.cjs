// SPDX-License-Identifier: MIT
// Operations of the library, each in a loop: prints "NAME<tab>ns" lines. With arguments only those
// whose names contain one of them. benches/js/operations.py compares runtimes.
//
// Each operation is a function; { name: make } of `later` are made when it is their turn.
'use strict';
const asyncHooks = require('async_hooks');
const crypto = require('crypto');
const EventEmitter = require('events');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const { performance } = require('perf_hooks');
const querystring = require('querystring');
const stream = require('stream');
const { StringDecoder } = require('string_decoder');
const url = require('url');
const util = require('util');
const zlib = require('zlib');

const WARM_NS = 40e6;
const SPAN_NS = 20e6;
const SPANS = 3; // of which the fastest counts
const FILE = '/etc/hostname';
const FOLDER = '/etc/apt';
const MISSING = '/etc/no-such-file';
const memory = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(); // no disk is measured
const place = fs.mkdtempSync(path.join(memory, 'gyre-operations-'));
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true }));

const nothing = () => {};
const short = Buffer.from('0123456789abcdef');
const long = Buffer.alloc(1024, 'abc');
const shortText = '0123456789abcdef';
const longText = 'abcd'.repeat(256);
const german = 'Die Größe übertrifft die Erwartungen. '.repeat(30);
const chinese = '这是一个测试文本。'.repeat(100);
const chineseBytes = Buffer.from(chinese);
const deflated = zlib.deflateRawSync(long);

const operations = {
  'Buffer.from short': () => Buffer.from(shortText),
  'Buffer.from long': () => Buffer.from(longText),
  'Buffer.from german': () => Buffer.from(german),
  'Buffer.from chinese': () => Buffer.from(chinese),
  'Buffer.from base64': () => Buffer.from('aGVsbG8gd29ybGQ=', 'base64'),
  'Buffer.from hex': () => Buffer.from('0123456789abcdef', 'hex'),
  'Buffer.from array': () => Buffer.from([1, 2, 3, 4]),
  'Buffer.from buffer': () => Buffer.from(short),
  'Buffer.alloc 16': () => Buffer.alloc(16),
  'Buffer.alloc 1024': () => Buffer.alloc(1024),
  'Buffer.allocUnsafe 16': () => Buffer.allocUnsafe(16),
  'Buffer.concat': () => Buffer.concat([short, short]),
  'Buffer.byteLength': () => Buffer.byteLength(shortText),
  'Buffer.byteLength german': () => Buffer.byteLength(german),
  'Buffer.byteLength chinese': () => Buffer.byteLength(chinese),
  'Buffer.compare': () => Buffer.compare(short, long),
  'buffer.toString short': () => short.toString(),
  'buffer.toString long': () => long.toString(),
  'buffer.toString chinese': () => chineseBytes.toString(),
  'buffer.toString hex': () => short.toString('hex'),
  'buffer.toString base64': () => short.toString('base64'),
  'buffer.toString latin1': () => short.toString('latin1'),
  'buffer.toString part': () => long.toString('utf8', 5, 25),
  'buffer.subarray': () => long.subarray(3, 30),
  'buffer.indexOf text': () => long.indexOf('c'),
  'buffer.indexOf number': () => long.indexOf(99),
  'buffer.copy': () => short.copy(long, 10),
  'buffer.write': () => long.write(shortText, 10),
  'buffer.readUInt32BE': () => short.readUInt32BE(2),
  'buffer.writeUInt32BE': () => short.writeUInt32BE(5, 2),
  'buffer.readDoubleLE': () => short.readDoubleLE(2),
  'buffer.readBigInt64BE': () => short.readBigInt64BE(0),
  'buffer.buffer': () => Buffer.alloc(20).buffer,
  'buffer.equals': () => short.equals(long),
  'buffer.toJSON': () => short.toJSON(),
  'atob': () => atob('aGVsbG8='),
  'btoa': () => btoa('hello'),
  'path.join': () => path.join('/a/b', '../c', 'd.js'),
  'path.resolve': () => path.resolve('/a/b', '../c', 'd.js'),
  'path.basename': () => path.basename('/a/b/c.js'),
  'path.dirname': () => path.dirname('/a/b/c.js'),
  'path.extname': () => path.extname('/a/b/c.js'),
  'path.relative': () => path.relative('/a/b/c', '/a/d/e'),
  'path.normalize': () => path.normalize('/a/./b/../c'),
  'path.parse': () => path.parse('/a/b/c.js'),
  'new URL': () => new URL('http://a.com:80/b/c?d=e#f'),
  'new URL base': () => new URL('/a/b?c=d', 'http://localhost:3000'),
  'URL.searchParams': () => new URL('http://a.com/b?c=d&e=f').searchParams.get('e'),
  'new URLSearchParams': () => new URLSearchParams('a=b&c=d'),
  'url.parse': () => url.parse('/b/c?d=e'),
  'url.fileURLToPath': () => url.fileURLToPath('file:///a/b/c.js'),
  'url.pathToFileURL': () => url.pathToFileURL('/a/b/c.js').href,
  'querystring.parse': () => querystring.parse('a=b&c=d%20e'),
  'querystring.stringify': () => querystring.stringify({ a: 'b', c: 'd e' }),
  'util.inspect': () => util.inspect({ a: 1, b: [1, 2] }),
  'util.format': () => util.format('%s %d %j', 1, 2, {}),
  'util.isDeepStrictEqual': () => util.isDeepStrictEqual({ a: [1] }, { a: [1] }),
  'util.types.isTypedArray': () => util.types.isTypedArray(short),
  'crypto.createHash base64': () => crypto.createHash('sha1').update(short).digest('base64'),
  'crypto.createHash hex': () => crypto.createHash('md5').update(shortText).digest('hex'),
  'crypto.createHash bytes': () => crypto.createHash('sha256').update(shortText).digest(),
  'crypto.createHmac': () => crypto.createHmac('sha256', 'key').update(shortText).digest('hex'),
  'crypto.randomBytes': () => crypto.randomBytes(16),
  'crypto.randomUUID': () => crypto.randomUUID(),
  'crypto.randomInt': () => crypto.randomInt(100),
  'crypto.getRandomValues': () => crypto.webcrypto.getRandomValues(new Uint8Array(16)),
  'crypto.timingSafeEqual': () => crypto.timingSafeEqual(short, short),
  'setTimeout, clear': () => clearTimeout(setTimeout(nothing, 1000)),
  'setImmediate, clear': () => clearImmediate(setImmediate(nothing)),
  'performance.now': () => performance.now(),
  'process.hrtime': () => process.hrtime(),
  'process.hrtime.bigint': () => process.hrtime.bigint(),
  'process.env': () => process.env.HOME,
  'process.cwd': () => process.cwd(),
  'structuredClone': () => structuredClone({ a: 1, b: [1, 2] }),
  'new AsyncResource': () => new asyncHooks.AsyncResource('name'),
  'new EventEmitter': () => new EventEmitter(),
  'new AbortController': () => new AbortController(),
  'new Event': () => new Event('a'),
  'new Headers': () => new Headers({ a: 'b' }),
  'new Error': () => new Error('message'),
  'error.stack': () => new Error('message').stack,
  'new Readable': () => new stream.Readable({ read() {} }),
  'new Writable': () => new stream.Writable({ write() {} }),
  'new Transform': () => new stream.Transform({ transform() {} }),
  'StringDecoder': () => new StringDecoder('utf8').write(short),
  'fs.readFileSync': () => fs.readFileSync(FILE),
  'fs.readFileSync utf8': () => fs.readFileSync(FILE, 'utf8'),
  'fs.writeFileSync': () => fs.writeFileSync(path.join(place, 'a'), 'x'),
  'fs.statSync': () => fs.statSync(FILE),
  'fs.statSync missing': () => fs.statSync(MISSING, { throwIfNoEntry: false }),
  'fs.existsSync': () => fs.existsSync(FILE),
  'fs.readdirSync': () => fs.readdirSync(FOLDER),
  'fs.realpathSync': () => fs.realpathSync(FOLDER),
  'zlib.gzipSync': () => zlib.gzipSync(short),
  'zlib.inflateRawSync': () => zlib.inflateRawSync(deflated),
  'net.isIP': () => net.isIP('127.0.0.1'),
  'require': () => require('fs'),
};

const later = {
  'emitter.emit': () => {
    const emitter = new EventEmitter().on('a', nothing);
    return () => emitter.emit('a', 1);
  },
  'emitter.on, off': () => {
    const emitter = new EventEmitter();
    return () => emitter.on('a', nothing).off('a', nothing);
  },
  'emitter.once, emit': () => {
    const emitter = new EventEmitter();
    return () => emitter.once('a', nothing).emit('a');
  },
  'AsyncLocalStorage.run': () => {
    const storage = new asyncHooks.AsyncLocalStorage();
    return () => storage.run(1, () => storage.getStore());
  },
  'resource.runInAsyncScope': () => {
    const resource = new asyncHooks.AsyncResource('name');
    return () => resource.runInAsyncScope(nothing);
  },
  'timeout.refresh': () => {
    const timeout = setTimeout(nothing, 1e6).unref();
    return () => timeout.refresh();
  },
  'TextDecoder.decode': () => {
    const decoder = new TextDecoder();
    return () => decoder.decode(short);
  },
  'TextEncoder.encode': () => {
    const encoder = new TextEncoder();
    return () => encoder.encode(shortText);
  },
  'writable.write': () => {
    const writable = new stream.Writable({ write(chunk, encoding, done) { done(); } });
    return () => writable.write(short);
  },
  'readable.push, read': () => {
    const readable = new stream.Readable({ read() {} });
    return () => readable.push(short) || readable.read();
  },
  'message.setHeader': () => {
    const message = new http.OutgoingMessage();
    return () => message.setHeader('Content-Type', 'text/plain');
  },
  'response.writeHead': () => {
    const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} };
    return () => new http.ServerResponse(request).writeHead(200, { 'Content-Type': 'a/b' });
  },
  'EventTarget': () => {
    const target = new EventTarget();
    target.addEventListener('a', nothing);
    return () => target.dispatchEvent(new Event('a'));
  },
};

const asynchronous = {
  'await': async () => { await 0; },
  'process.nextTick': () => new Promise((done) => process.nextTick(done)),
  'queueMicrotask': () => new Promise((done) => queueMicrotask(done)),
  'setImmediate': () => new Promise((done) => setImmediate(done)),
  'util.promisify': util.promisify((done) => done()),
  'events.once': () => {
    const emitter = new EventEmitter();
    const promise = EventEmitter.once(emitter, 'a');
    emitter.emit('a');
    return promise;
  },
  'Readable.from': async () => {
    let last;
    for await (const value of stream.Readable.from([1, 2, 3])) last = value;
    return last;
  },
  'stream.pipeline': () => stream.promises.pipeline(
    stream.Readable.from(['a']), new stream.PassThrough(), new stream.Writable({
      write(chunk, encoding, done) { done(); },
    })),
  'fs.readFile': () => new Promise((done) => fs.readFile(FILE, done)),
  'fs.promises.readFile': () => fs.promises.readFile(FILE),
  'fs.promises.writeFile': () => fs.promises.writeFile(path.join(place, 'b'), 'x'),
  'fs.promises.stat': () => fs.promises.stat(FILE),
  'fs.promises.readdir': () => fs.promises.readdir(FOLDER),
  'fs.promises.mkdir, rmdir': async () => {
    await fs.promises.mkdir(path.join(place, 'c'));
    await fs.promises.rmdir(path.join(place, 'c'));
  },
  'zlib.gzip': () => new Promise((done) => zlib.gzip(long, done)),
  'crypto.randomBytes later': () => new Promise((done) => crypto.randomBytes(16, done)),
};

const kept = []; // so that nothing is optimized away
const now = () => Number(process.hrtime.bigint());

// The fastest span: nanoseconds for one.
async function fastest(runSome) {
  const begin = now();
  let count = 16;
  while (now() - begin < WARM_NS) await runSome(count);
  let best = Infinity;
  for (let span = 0; span < SPANS; span++) {
    const start = now();
    let done = 0;
    let passed;
    do {
      await runSome(count);
      done += count;
      passed = now() - start;
      if (passed < SPAN_NS / 8) count *= 2; // the clock is not to be what is measured
    } while (passed < SPAN_NS);
    best = Math.min(best, passed / done);
  }
  return best;
}

const inLoop = (run) => (count) => {
  for (let i = 0; i < count; i++) kept[i & 15] = run();
};
const inTurn = (run) => async (count) => {
  for (let i = 0; i < count; i++) await run();
};

async function main(wanted) {
  const all = [
    ...Object.entries(operations).map(([name, run]) => [name, () => inLoop(run)]),
    ...Object.entries(later).map(([name, make]) => [name, () => inLoop(make())]),
    ...Object.entries(asynchronous).map(([name, run]) => [name, () => inTurn(run)]),
  ];
  for (const [name, make] of all) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    try {
      console.log(`${name}\t${(await fastest(make())).toFixed(1)}`);
    } catch (error) {
      console.log(`${name}\tfailed: ${String(error.message).split('\n')[0]}`);
    }
    await new Promise((done) => setImmediate(done));
  }
  process.exit();
}

main(process.argv.slice(2));
