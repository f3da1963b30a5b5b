// SPDX-License-Identifier: MIT
// Random exchanges over http2. As a server it does what the path of a request says; as a client it
// draws requests from a seed and prints all that it sees, so that runs with gyre and with Node on
// either side can be compared.
//
//   exchange.js server [DIRECTORY]                    prints its port; certificate: secure
//   exchange.js client PORT SEED COUNT [DIRECTORY]
'use strict';
const http2 = require('http2');
const fs = require('fs');
const path = require('path');
const { createHash } = require('crypto');

const [, , role, ...args] = process.argv;
const MOST = 150000;

const bytes = (size, seed) => Buffer.alloc(size, `${seed}-abcdefghijklmnopqrstuvwxyz`);
const digest = (data) => createHash('sha1').update(data).digest('hex').slice(0, 10);

// The server.

function sendBody(stream, { size, pieces, seed }) {
  const body = bytes(size, seed);
  if (pieces === 0) {
    stream.end(body);
    return;
  }
  const step = Math.ceil(size / pieces) || 1;
  let at = 0;
  const next = () => {
    if (at >= size) {
      stream.end();
      return;
    }
    const piece = body.subarray(at, at += step);
    if (stream.write(piece)) setImmediate(next);
    else stream.once('drain', next);
  };
  next();
}

function answer(stream, plan, said) {
  if (plan.info) stream.additionalHeaders({ ':status': 102, 'x-info': 'yes' });
  if (plan.reset !== undefined) {
    if (plan.resetAfterHead) stream.respond({ ':status': 200 });
    stream.close(plan.reset);
    return;
  }
  const headers = { ':status': plan.status, 'x-said': said, 'x-list': ['a', 'b'],
    'set-cookie': ['c=1', 'd=2'], [http2.sensitiveHeaders]: ['x-said'] };
  if (plan.trailers) {
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-last': String(plan.seed) }));
  }
  if (plan.file) {
    stream.respondWithFile(__filename, headers, { offset: plan.offset, length: plan.length });
    return;
  }
  stream.respond(headers, { waitForTrailers: plan.trailers, endStream: plan.size === 0 });
  if (plan.size > 0) sendBody(stream, plan);
}

function onStream(stream, headers) {
  const plan = JSON.parse(decodeURIComponent(headers[':path'].slice(1)));
  const hash = createHash('sha1');
  let size = 0;
  stream.on('error', () => {});
  let trailers = '';
  stream.on('trailers', (fields) => { trailers = fields['x-end']; });
  if (plan.early) {
    answer(stream, plan, 'early');
    stream.resume();
    return;
  }
  stream.on('data', (data) => {
    size += data.length;
    hash.update(data);
  });
  stream.on('end', () => {
    setImmediate(() => {
      if (stream.destroyed) return;
      answer(stream, plan, `${headers[':method']} ${size} ${hash.digest('hex').slice(0, 10)} ${
        trailers} ${headers['x-twice']} ${headers.cookie}`);
    });
  });
}

function serve(directory) {
  const server = directory === undefined ? http2.createServer() : http2.createSecureServer({
    key: fs.readFileSync(path.join(directory, 'key.pem')),
    cert: fs.readFileSync(path.join(directory, 'cert.pem')),
  });
  server.on('stream', onStream);
  server.on('sessionError', () => {});
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}

// The client.

function randomOf(seed) {
  let state = seed >>> 0 || 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

function draw(random) {
  const size = [0, 1, 100, 16384, 65535, 65536, random(MOST)][random(7)];
  const plan = {
    status: [200, 201, 404, 500, 204, 304][random(6)], size, pieces: random(3) * random(5),
    seed: random(1000), info: random(4) === 0, trailers: random(4) === 0, early: false,
  };
  if (plan.status === 204 || plan.status === 304) plan.trailers = false;
  if (random(8) === 0) {
    plan.reset = [0, 1, 2, 7, 8, 11][random(6)];
    plan.resetAfterHead = random(2) === 0;
  }
  if (random(8) === 0 && plan.status < 300 && plan.status !== 204 && plan.reset === undefined) {
    Object.assign(plan, { file: true, offset: random(100), length: random(500), trailers: false });
  }
  const method = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE'][random(5)];
  if (method === 'HEAD') Object.assign(plan, { trailers: false, file: false });
  return {
    plan, method, body: method === 'POST' || method === 'PUT' ? random(MOST) : 0,
    pieces: 1 + random(4), trailers: random(3) === 0, cancel: random(20) === 0,
  };
}

const plain = ({ date, ...headers }) => {
  const text = JSON.stringify(headers);
  const hidden = headers[http2.sensitiveHeaders];
  return hidden === undefined ? text : `${text} ${hidden}`;
};

function sendRequest(stream, { body, pieces, trailers, plan }) {
  const data = bytes(body, plan.seed);
  if (trailers) stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'of it' }));
  const step = Math.ceil(body / pieces) || 1;
  for (let at = 0; at < body; at += step) stream.write(data.subarray(at, at + step));
  stream.end();
}

function exchange(client, drawn) {
  const { plan, method, cancel } = drawn;
  const hasBody = method === 'POST' || method === 'PUT';
  const stream = client.request({
    ':method': method, ':path': `/${encodeURIComponent(JSON.stringify(plan))}`,
    'x-twice': ['1', '2'], 'cookie': ['a=b', 'c=d'],
  }, hasBody ? { waitForTrailers: drawn.trailers } : {});
  const seen = [];
  const data = [];
  if (hasBody) sendRequest(stream, drawn);
  if (cancel) stream.close(http2.constants.NGHTTP2_CANCEL);
  stream.on('headers', (headers) => seen.push(`info ${plain(headers)}`));
  stream.on('response', (headers, flags) => seen.push(`head ${flags} ${plain(headers)}`));
  stream.on('trailers', (headers) => seen.push(`trailers ${plain(headers)}`));
  stream.on('data', (piece) => data.push(piece));
  stream.on('end', () => seen.push('end'));
  stream.on('aborted', () => seen.push('aborted'));
  stream.on('error', (error) => seen.push(`error ${error.code} ${error.message}`));
  return new Promise((resolve) => {
    stream.on('close', () => {
      const all = Buffer.concat(data);
      const whole = plan.reset === undefined && !cancel ? `${all.length} ${digest(all)}` : '';
      if (plan.reset !== undefined || cancel) seen.splice(0, seen.length, `${seen.at(-1)}`);
      resolve(`${method} ${whole} ${stream.rstCode} ${seen.join('; ')}`);
    });
  });
}

async function ask(port, seed, count, directory) {
  const random = randomOf(Number(seed));
  const client = http2.connect(`http${directory === undefined ? '' : 's'}://127.0.0.1:${port}`, {
    rejectUnauthorized: false,
  });
  client.on('error', (error) => console.log('session', error.code));
  for (let i = 0; i < count; i++) console.log(i, await exchange(client, draw(random)));
  const together = Array.from({ length: 10 }, () => draw(random));
  for (const line of await Promise.all(together.map((one) => exchange(client, one)))) {
    console.log(line);
  }
  client.ping((error) => {
    console.log('ping', error);
    client.close(() => console.log('closed'));
  });
}

if (role === 'server') serve(...args);
else ask(...args);
