// SPDX-License-Identifier: MIT
// Runs the exchanges of some seeds with fetch against its own server, which answers with bytes from
// plans.js, and prints what the program sees of each: one line of JSON per seed.
//   exchanges.js FIRST COUNT
'use strict';
const net = require('net');
const { make } = require('./plans');

const LIMIT_MS = 8000;
let current; // the plan that is being run

const plain = (value) => String(value).replace(/127\.0\.0\.1:\d{4,}/g, 'SERVER')
  .replace(/localhost:\d{4,}/g, 'SERVER').replace(/formdata-undici-0\d+/g, 'BOUNDARY');

function describe(error) {
  if (error === null || typeof error !== 'object') return `thrown ${plain(error)}`;
  const said = { name: error.name, message: plain(error.message), code: error.code };
  if (/detached/.test(said.message)) said.message = 'detached'; // in the engine's words
  if (error.cause !== undefined) said.cause = describe(error.cause);
  return said;
}

// The server: one plan at a time, the next answer for each complete request.
const server = net.createServer((socket) => {
  let seen = '';
  socket.on('error', () => {});
  socket.on('data', (data) => {
    seen += data.toString('latin1');
    const end = seen.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = seen.slice(0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
    const rest = seen.slice(end + 4);
    if (isChunked ? !/(^|\r\n)0\r\n\r\n$/.test(rest) : rest.length < (length ?? 0)) return;
    const taken = isChunked ? rest.length : Number(length ?? 0);
    seen = rest.slice(taken);
    answer(socket, plain(`${head}\n${isChunked ? join(rest) : rest.slice(0, taken)}`));
  });
});

// The body without its chunk headers: chunk boundaries depend on how streams are read.
function join(text) {
  let body = '';
  for (let at = 0; ;) {
    const line = text.indexOf('\r\n', at);
    const size = parseInt(text.slice(at, line), 16);
    if (!(size > 0)) return `chunked: ${body}`;
    body += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
}

function answer(socket, request) {
  const { plan, log } = current;
  log.requests.push(request);
  const reply = plan.answers[Math.min(log.requests.length, plan.answers.length) - 1];
  const pieces = [...reply.cuts, reply.bytes.length]
    .map((to, i) => reply.bytes.subarray(reply.cuts[i - 1] ?? 0, to));
  const next = () => {
    const piece = pieces.shift();
    if (piece === undefined) {
      if (reply.resets) socket.resetAndDestroy();
      else if (reply.closes) socket.end();
      return;
    }
    if (piece.length > 0) socket.write(piece);
    if (pieces.length > 0 || reply.closes || reply.resets) setTimeout(next, 3);
  };
  next();
}

function bodyOf({ body, text, pieces }) {
  const parts = [];
  const size = Math.ceil(text.length / pieces) || 1;
  for (let at = 0; at < text.length; at += size) parts.push(Buffer.from(text.slice(at, at + size)));
  async function* iterate() { yield* parts; }
  switch (body) {
    case 'text': return text;
    case 'bytes': return new Uint8Array(Buffer.from(text));
    case 'buffer': return new Uint8Array(Buffer.from(text)).buffer;
    case 'params': return new URLSearchParams({ a: text, b: 'c d' });
    case 'form': {
      const form = new FormData();
      form.append('a', text);
      form.append('f"\n', new Blob([text], { type: 'x/y' }), 'n"ame.txt');
      return form;
    }
    case 'blob': return new Blob([text], { type: pieces > 2 ? 'b/l' : '' });
    case 'stream': return new ReadableStream({
      pull(controller) {
        if (parts.length > 0) controller.enqueue(new Uint8Array(parts.shift()));
        else controller.close();
      },
    });
    case 'iterable': return iterate();
    case 'empty': return '';
    case 'emptyStream': return new ReadableStream({ start(controller) { controller.close(); } });
    case 'badStream': return new ReadableStream({
      start(controller) {
        controller.enqueue('a text');
        controller.close();
      },
    });
    case 'throwing': return new ReadableStream({ pull() { throw new Error('body failed'); } });
    case 'null': return null;
    default: return 17;
  }
}

function initOf(plan, signal) {
  const { target, form, headers, body, text, pieces, ...init } = plan.request;
  if (form === 'object') init.headers = Object.fromEntries(headers);
  else if (form === 'list') init.headers = headers;
  else init.headers = new Headers(headers);
  if (body !== undefined) init.body = bodyOf(plan.request);
  if (signal !== undefined) init.signal = signal;
  for (const name of Object.keys(init)) if (init[name] === undefined) delete init[name];
  return init;
}

const bytesOf = (data) => {
  const bytes = Buffer.from(data);
  let sum = 0;
  for (const byte of bytes) sum = (sum * 31 + byte) >>> 0;
  return `${bytes.length} bytes, ${sum}`;
};

async function readAll(stream) {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return bytesOf(Buffer.concat(pieces));
}

const reads = {
  text: async (response) => bytesOf(await response.text()),
  json: async (response) => JSON.stringify(await response.json()),
  arrayBuffer: async (response) => bytesOf(await response.arrayBuffer()),
  async blob(response) {
    const blob = await response.blob();
    return [blob.type, blob.size];
  },
  bytes: async (response) => bytesOf(await response.bytes()),
  async formData(response) {
    const form = await response.formData();
    const entries = [];
    for (const [name, value] of form) {
      entries.push([name, typeof value === 'string' ? value :
        [value.name, value.type, await value.text()]]);
    }
    return entries;
  },
  pieces: async (response) => readAll(response.body ?? []),
  iterate: async (response) => {
    for await (const piece of response.body ?? []) return piece.length > 0;
    return 'none';
  },
  async cancel(response) {
    await response.body?.cancel('enough');
    return response.bodyUsed;
  },
  async cancelLate(response) {
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel(new Error('late'));
    return [first?.done, (await reader?.read())?.done];
  },
  async clone(response) {
    const other = response.clone();
    return [bytesOf(await response.text()), bytesOf(await other.arrayBuffer())];
  },
  async tee(response) {
    if (response.body === null) return 'no body';
    const [a, b] = response.body.tee();
    return Promise.all([readAll(a), readAll(b)]);
  },
  async twice(response) {
    await response.text();
    return response.text();
  },
  async locked(response) {
    response.body?.getReader();
    return response.text();
  },
  nothing: async (response) => response.bodyUsed,
};

const reasons = { undefined: undefined, text: 'stop it', error: new RangeError('stop') };

async function run(plan) {
  const log = { seed: plan.seed, requests: [] };
  current = { plan, log };
  const controller = new AbortController();
  const abort = () => controller.abort(reasons[plan.reason]);
  const { abort: when } = plan;
  let { signal } = controller;
  if (when === undefined) signal = undefined;
  if (when === 'timeout') signal = AbortSignal.timeout(1);
  const target = plan.request.target === 'server' ?
    `http://127.0.0.1:${server.address().port}/first?q=1#f` : plan.request.target;
  try {
    if (when === 'before') abort();
    const init = initOf(plan, signal);
    const asked = plan.request.form === 'Request' ? fetch(new Request(target, init)) :
      fetch(target, init);
    if (when === 'now') abort();
    if (when === 'tick') queueMicrotask(abort);
    if (when === 'timeout') plan.answers[0].cuts.unshift(0); // the answer comes after the timeout
    const response = await asked;
    if (when === 'head') abort();
    log.response = {
      status: response.status, text: response.statusText, ok: response.ok, type: response.type,
      redirected: response.redirected, url: plain(response.url),
      headers: [...response.headers].map((pair) => pair.map(plain)), used: response.bodyUsed,
      cookies: response.headers.getSetCookie(),
    };
    if (plan.answers.some((reply) => reply.cutsText)) delete log.response.text;
    const read = reads[plan.read](response);
    if (when === 'body') abort();
    log.read = await read;
    log.used = response.bodyUsed;
  } catch (error) {
    log.error = describe(error);
  }
  if (when !== undefined) log.requests = []; // a race
  return log;
}

function limited(promise, log) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ ...log, late: true }), LIMIT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

let unheard = [];
process.on('unhandledRejection', (error) => unheard.push(describe(error)));
process.on('uncaughtException', (error) => unheard.push(describe(error)));

server.listen(0, '127.0.0.1', async () => {
  const [first, count] = process.argv.slice(2).map(Number);
  for (let seed = first; seed < first + count; seed++) {
    unheard = [];
    const log = await limited(run(make(seed)), { seed });
    await new Promise((resolve) => { setTimeout(resolve, 5); });
    if (unheard.length > 0) log.unheard = unheard;
    console.log(JSON.stringify(log));
  }
  process.exit();
});
