// SPDX-License-Identifier: MIT
// Sends cases to servers and clients of the runtime that this runs under, and prints the result of
// each: a line of JSON per case, with the log of each way of sending it. `run` compares the lines
// of the runtimes.
//
//   drive.js MODE SEED COUNT [ID]
//   MODE  written, mutated, or one: the cases whose names begin with an id
//
// The connections are streams in memory, so that the pieces are known; `tcp` are real ones, which
// take another path through the runtime.
'use strict';
const http = require('http');
const net = require('net');
const { Duplex } = require('stream');
const cases = require('./cases.js');

const [mode, seed, count, only] = process.argv.slice(2);
const AT_ONCE = 16;

function text(bytes) { return bytes.toString('latin1'); }
function undated(sent) { return sent.replace(/Date: [^\r]*\r\n/g, 'Date\r\n'); }

// Long texts are shown by their ends and a checksum.
function short(string) {
  if (string.length <= 400) return string;
  let sum = 0;
  for (let i = 0; i < string.length; i++) sum = Math.imul(sum, 31) + string.charCodeAt(i) | 0;
  return `${string.slice(0, 100)}...${string.length} ${sum}...${string.slice(-40)}`;
}

function say(log, name, ...values) { log.push(short(`${name} ${JSON.stringify(values)}`)); }

function turns(number) {
  return new Promise((resolve) => {
    const turn = () => (number-- > 0 ? setImmediate(turn) : resolve());
    turn();
  });
}

class Wire extends Duplex {
  constructor(log) {
    super({ autoDestroy: true });
    this.log = log;
    this.sent = '';
    this.on('close', () => log.push('wire closed'));
  }
  _read() {}
  _write(chunk, encoding, callback) {
    this.sent += text(chunk);
    callback();
  }
  _final(callback) {
    this.log.push('wire ended');
    callback();
  }
  setTimeout() { return this; }
  setKeepAlive() { return this; }
  setNoDelay() { return this; }
  ref() { return this; }
  unref() { return this; }
}

function errorOf(error) {
  const { code, message, reason, bytesParsed, rawPacket } = error;
  // For an unexpected end Node reports an offset that depends on its memory.
  return [code, message, reason, code === 'HPE_INVALID_EOF_STATE' ? 0 : bytesParsed, rawPacket &&
    text(rawPacket)];
}

function tellBody(log, message, then) {
  let body = '';
  message.on('data', (data) => { body += text(data); });
  message.on('end', () => {
    say(log, 'end', body, message.complete, message.trailers, message.rawTrailers,
      message.trailersDistinct);
    then?.();
  });
  message.on('aborted', () => say(log, 'aborted', body));
  message.on('error', (error) => say(log, 'message error', error.code, error.message));
  message.on('close', () => say(log, 'message close', message.complete, message.destroyed));
}

function onRequest(log, req, res) {
  say(log, 'request', req.method, req.url, req.httpVersion, req.upgrade, req.rawHeaders,
    req.headers, req.headersDistinct);
  res.sendDate = false;
  res.on('close', () => log.push('response close'));
  res.on('finish', () => log.push('response finish'));
  tellBody(log, req, () => res.end('ok'));
}

const configs = {
  strict: {},
  lenient: { insecureHTTPParser: true },
  upgrade: {},
  lenientUpgrade: { insecureHTTPParser: true },
  few: { maxHeaderSize: 1000 },
  noHost: { requireHostHeader: false },
};

function serverOf(config, listens) {
  const server = http.createServer({ ...configs[config], keepAliveTimeout: 0 });
  if (config === 'few') server.maxHeadersCount = 20;
  server.on('request', (req, res) => onRequest(req.socket.log ?? server.log, req, res));
  if (listens) {
    server.on('clientError', (error, socket) => {
      const log = socket.log ?? server.log;
      const [code, message, reason, bytesParsed, rawPacket] = errorOf(error);
      // For bytes after an error, Node reports offsets relative to it.
      const where = log.some((line) => line.startsWith('clientError')) ? 'again' : bytesParsed;
      say(log, 'clientError', code, message, reason, where, rawPacket, socket.destroyed,
        socket.writable);
      socket.end('HTTP/1.1 499 No\r\n\r\n');
    });
  }
  if (config.toLowerCase().includes('upgrade')) {
    for (const event of ['upgrade', 'connect']) {
      server.on(event, (req, socket, head) => {
        const log = socket.log ?? server.log;
        say(log, event, req.method, req.url, req.rawHeaders, text(head));
        socket.on('data', (data) => say(log, 'upgraded data', text(data)));
        socket.on('end', () => {
          say(log, 'upgraded end');
          socket.end();
        });
        socket.write('switched');
      });
    }
  }
  return server;
}

const servers = new Map();
function memoryServer(config, listens) {
  const key = `${config} ${listens}`;
  if (!servers.has(key)) servers.set(key, serverOf(config, listens));
  return servers.get(key);
}

async function feed(wire, parts) {
  for (const part of parts) {
    if (wire.destroyed) return;
    wire.push(Buffer.from(part, 'latin1'));
    await turns(1);
  }
  await turns(4);
}

async function end(wire, log) {
  log.push(`before end: destroyed ${wire.destroyed}, writable ${wire.writable}`);
  say(log, 'sent', undated(wire.sent));
  if (!wire.destroyed) wire.push(null);
  await turns(4);
  log.push(`at end: destroyed ${wire.destroyed}, writable ${wire.writable}`);
  say(log, 'sent', undated(wire.sent));
  wire.on('error', () => {});
  wire.destroy();
  await turns(2);
}

async function toServer({ config }, parts, listens) {
  const log = [];
  const wire = new Wire(log);
  memoryServer(config, listens).emit('connection', wire);
  await turns(1);
  await feed(wire, parts);
  await end(wire, log);
  return log;
}

function onClientEvents(log, req, config) {
  req.on('response', (res) => {
    say(log, 'response', res.statusCode, res.statusMessage, res.httpVersion, res.upgrade,
      res.rawHeaders, res.headers);
    tellBody(log, res);
  });
  req.on('information', (info) => say(log, 'information', info));
  req.on('continue', () => log.push('continue'));
  req.on('error', (error) => say(log, 'error', ...errorOf(error)));
  req.on('close', () => say(log, 'close', req.destroyed, req.reusedSocket, req.shouldKeepAlive));
  if (config !== 'upgrade') return;
  for (const event of ['upgrade', 'connect']) {
    req.on(event, (res, socket, head) => {
      say(log, event, res.statusCode, res.rawHeaders, text(head));
      socket.on('data', (data) => say(log, 'upgraded data', text(data)));
      socket.on('error', () => {});
    });
  }
}

function ask(log, { config, method }, more) {
  const { maxHeaderSize, insecureHTTPParser } = configs[config];
  const req = http.request({ method, path: method === 'CONNECT' ? 'a:1' : '/', maxHeaderSize,
    insecureHTTPParser,
    headers: { Host: 'a' }, ...more });
  if (config === 'few') req.maxHeadersCount = 20;
  onClientEvents(log, req, config);
  req.end(method === 'POST' ? 'x' : undefined);
  return req;
}

async function toClient(one, parts, keeps) {
  const log = [];
  const wire = new Wire(log);
  const agent = new http.Agent({ keepAlive: keeps });
  agent.createConnection = () => wire;
  agent.on('free', () => log.push('free'));
  ask(log, one, { agent });
  await turns(2);
  await feed(wire, parts);
  await end(wire, log);
  agent.destroy();
  return log;
}

// A case that does not end by itself is ended and reported.
function limit(log, socket) {
  const timer = setTimeout(() => {
    log.push('does not end');
    socket.destroy();
  }, 5000);
  socket.on('close', () => clearTimeout(timer));
}

// One connection at a time, so that the server's log belongs to it.
function throughSocket(server, write) {
  return new Promise((resolve) => {
    const log = server.log = [];
    const socket = net.connect(server.address().port, '127.0.0.1');
    let got = '';
    limit(log, socket);
    socket.on('connect', () => write(socket, log));
    socket.on('data', (data) => { got += text(data); });
    socket.on('error', (error) => log.push(error.code));
    socket.on('close', async () => {
      await turns(3);
      say(log, 'got', undated(got));
      resolve(log);
    });
  });
}

async function sendParts(server, socket, parts) {
  const [begin = '', rest] = parts;
  socket.write(begin, 'latin1');
  if (rest !== undefined) {
    for (let i = 0; i < 500 && !(server.socket?.bytesRead >= begin.length); i++) await turns(1);
    await turns(1);
    if (!socket.destroyed) socket.write(rest, 'latin1');
  }
  socket.end();
}

async function tcpServers(list, put) {
  const open = new Map();
  for (const one of list) {
    if (one.side !== 'request' || one.text.length > 2000 ||
      one.config === 'lenientUpgrade') continue;
    if (!open.has(one.config)) {
      const server = serverOf(one.config, true);
      server.on('connection', (socket) => { server.socket = socket; });
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      open.set(one.config, server);
    }
    const server = open.get(one.config);
    for (const [name, parts] of [['whole', [one.text]], ['half', halves(one.text,
      one.text.length >> 1)]]) {
      server.socket = null;
      put(one, `tcp ${name}`, await throughSocket(server, (socket) => sendParts(server, socket,
        parts)));
    }
  }
  for (const server of open.values()) server.close();
}

async function tcpClients(list, put) {
  let one;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.from(one.text, 'latin1')));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (one of list) {
    if (one.side !== 'response' || one.text.length > 2000 || one.config === 'upgrade') continue;
    const log = [];
    const req = ask(log, one, { port: server.address().port, host: '127.0.0.1', agent: false });
    limit(log, req);
    await new Promise((resolve) => req.on('close', resolve));
    await turns(3);
    put(one, 'tcp', log);
  }
  server.close();
}

function halves(string, at) { return [string.slice(0, at), string.slice(at)].filter((part) =>
  part !== ''); }

// Where a case is cut in two: everywhere with --all, else around line ends and at some other
// places.
function borders(one, random) {
  const { length } = one.text;
  if (length < 2 || length > 400) return length < 2 ? [] : [1, length >> 1, length - 1,
    16384].filter((at) => at < length);
  const all = Array.from({ length: length - 1 }, (_, i) => i + 1);
  if (process.env.CORPUS_ALL || mode === 'one') return all;
  const ends = all.filter((at) => /[\r\n]/.test(one.text[at] + one.text[at - 1]));
  const some = mode === 'written' && one.config === 'strict' ? 4 : 1;
  return Array.from({ length: some }, () => (random(2) === 0 && ends.length > 0
    ? ends[random(ends.length)] : all[random(all.length)]));
}

function pieces(string) {
  if (string.length <= 1200) return [...string];
  const list = [];
  for (let at = 0; at < string.length; at += 997) list.push(string.slice(at, at + 997));
  return list;
}

async function inMemory(one, put, random) {
  const send = one.side === 'request' ? toServer : toClient;
  put(one, 'whole', await send(one, one.text === '' ? [] : [one.text], true));
  put(one, 'whole, otherwise', await send(one, one.text === '' ? [] : [one.text], false));
  put(one, 'bytes', await send(one, pieces(one.text), true));
  if (mode === 'written' && one.config === 'strict') put(one, 'bytes, otherwise', await send(one,
    pieces(one.text), false));
  for (const at of borders(one, random)) put(one, `cut at ${at}`, await send(one, halves(one.text,
    at), true));
}

async function main() {
  process.on('uncaughtException', (error) => {
    console.log(JSON.stringify({ id: 'uncaught', logs: { error: error.stack } }));
    process.exit(1);
  });
  let list = mode === 'mutated' ? cases.mutated(+seed, +count) : cases.written();
  if (only !== undefined) list = [...cases.written(), ...cases.mutated(+seed,
    +count)].filter((one) => one.id.startsWith(only));
  const results = new Map(list.map((one) => [one, {}]));
  const put = (one, name, log) => { results.get(one)[name] = log; };
  const queue = list.map((one, i) => [one, cases.randomOf(i)]);
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < queue.length) {
      const [one, random] = queue[next++];
      await inMemory(one, put, random);
    }
  }));
  if (mode !== 'mutated') {
    await Promise.all([tcpServers(list, put), tcpClients(list, put)]);
  }
  for (const [one, logs] of results) {
    process.stdout.write(`${JSON.stringify({ id: one.id, text: short(one.text), logs })}\n`);
  }
}

main();
