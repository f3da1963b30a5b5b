// SPDX-License-Identifier: MIT
// Drives server.js at a given rate, whether or not it keeps up, and prints a line of JSON for each
// interval: how many answers, how long they took, which errors came.
//
//   load.js PORT RATE SECONDS SEED INTERVAL LIMIT [KIND]
//
// INTERVAL and LIMIT are in seconds; KIND is one more kind of request, which not all servers
// support.
//
// The same program runs it for every server, so that the load is the same.
'use strict';
const crypto = require('crypto');
const http = require('http');

const [port, rate, seconds, seed, interval, limit] = process.argv.slice(2).map(Number);
const more = process.argv[8];
const LIMIT_MS = limit * 1000; // an answer that takes longer is a hang
const RACE_MS = 1000; // after a reset this early, the server closed an idle connection
const AT_ONCE = 400; // above this requests are left out, and counted
const WEIGHTS = {
  small: 100, upload: 16, download: 16, file: 16, timer: 16, zlib: 12, dns: 12, exec: 2, spawn: 2,
  fork: 1,
};
const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array(weight).fill(kind));
if (more) kinds.push(more);
const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
let state = seed;
let times = new Map();
let errors = {};
let open = 0;
let left = 0;
let raced = 0;
let late = []; // how late this program's own timers are: the delay of the machine

function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * below);
}

function count(kind, code) {
  const name = `${kind}: ${code}`;
  errors[name] = (errors[name] ?? 0) + 1;
}

function check(kind, response, parts, expected) {
  const bytes = Buffer.concat(parts);
  if (response.statusCode !== 200) count(kind, bytes.toString().split('\n')[0]);
  else if (kind === 'upload' && bytes.toString() !== expected) count(kind, 'WRONG');
  else if (kind === 'download' && bytes.length !== expected) count(kind, 'WRONG');
  else return true;
  return false;
}

// The server may close a kept-alive connection just when a request is on its way. That is normal,
// and the request is repeated; a later reset is an error.
function ask(kind, size = 1000 + random(200000), again = false) {
  const began = performance.now();
  let body = null;
  let expected = size;
  let done = false;
  const finish = (good) => {
    if (done) return;
    done = true;
    open--;
    if (!good) return;
    if (!times.has(kind)) times.set(kind, []);
    times.get(kind).push(performance.now() - began);
  };
  const broken = (error) => {
    if (!done && !again && !body && request.reusedSocket && error.code === 'ECONNRESET' &&
        performance.now() - began < RACE_MS) {
      raced++;
      finish(false);
      ask(kind, size, true);
      return;
    }
    if (!done) count(kind, error.code ?? error.message);
    finish(false);
  };
  if (kind === 'upload') {
    body = Buffer.alloc(size, String.fromCharCode(97 + random(26)));
    expected = crypto.createHash('sha256').update(body).digest('hex');
  }
  open++;
  const request = http.request({
    port, host: '127.0.0.1', path: `/${kind}?size=${size}`, method: body ? 'POST' : 'GET',
    agent: again ? false : agent,
  }, (response) => {
    const parts = [];
    response.on('data', (bytes) => parts.push(bytes));
    response.on('error', broken);
    response.on('end', () => finish(check(kind, response, parts, expected)));
  });
  request.setTimeout(LIMIT_MS, () => {
    request.destroy(Object.assign(new Error('no answer'), { code: 'HANG' }));
  });
  request.on('error', broken);
  request.end(body);
}

function percentile(sorted, part) {
  return sorted.length === 0 ? null : +sorted[Math.floor((sorted.length - 1) * part)].toFixed(2);
}

function summary(list) {
  const sorted = list.sort((a, b) => a - b);
  return { count: list.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

function report() {
  const all = {};
  for (const [kind, list] of times) all[kind] = summary(list);
  console.log(JSON.stringify({
    at: performance.now() / 1000, all, errors, open, left, raced, late: summary(late),
  }));
  late = [];
  raced = 0;
  times = new Map();
  errors = {};
  left = 0;
}

let sent = 0;
const began = performance.now();
let last = began;
const pace = setInterval(() => {
  late.push(Math.max(0, performance.now() - last - 5));
  last = performance.now();
  const due = Math.floor((performance.now() - began) / 1000 * rate);
  for (; sent < due; sent++) {
    const kind = kinds[random(kinds.length)];
    if (open < AT_ONCE) ask(kind);
    else left++;
  }
}, 5);
const reports = setInterval(report, interval * 1000);
setTimeout(() => {
  clearInterval(pace);
  const end = performance.now() + LIMIT_MS + 1000;
  const wait = setInterval(() => {
    if (open > 0 && performance.now() < end) return;
    clearInterval(wait);
    clearInterval(reports);
    if (open > 0) count('all', 'UNFINISHED');
    report();
    process.exit(0);
  }, 50);
}, seconds * 1000);
