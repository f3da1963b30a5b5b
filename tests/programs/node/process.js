#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Signals, names, the process itself, standard streams and a cluster.
'use strict';
const dns = require('dns');
const os = require('os');
const cluster = require('cluster');
const http = require('http');
const { spawn } = require('child_process');
const { once } = require('events');

const { say, run } = require('./say.js');

async function signals() {
  for (const name of ['SIGUSR2', 'SIGHUP', 'SIGTERM', 'SIGINT']) {
    setImmediate(() => process.kill(process.pid, name));
    say((await once(process, name))[0]);
  }
  process.removeAllListeners('SIGTERM');
  const script = 'process.on("SIGTERM", () => { console.log("caught"); process.exit(5); });' +
    'setInterval(() => {}, 1000); console.log("ready")';
  const child = spawn(process.execPath, ['-e', script]);
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
    if (out === 'ready\n') child.kill();
  });
  say(await once(child, 'close'), out.split('\n'));
  const plain = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)']);
  await once(plain.stdout, 'data');
  plain.kill();
  say(await once(plain, 'close'));
}

async function names() {
  say(await dns.promises.lookup('localhost', { family: 4 }));
  say(await dns.promises.lookupService('127.0.0.1', 80));
  const many = await Promise.all(Array.from({ length: 50 }, () =>
    dns.promises.lookup('localhost', { family: 4 })));
  say(many.every(({ address }) => address === '127.0.0.1'));
}

async function streams() {
  const script = 'let s = 0; process.stdin.on("data", (d) => { s += d.length; });' +
    'process.stdin.on("end", () => process.stdout.write(String(s) + "x".repeat(1e6)));';
  const child = spawn(process.execPath, ['-e', script]);
  let out = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stdin.write(Buffer.alloc(1_000_000));
  child.stdin.end();
  const [code] = await once(child, 'close');
  say('streams', code, out.length, out.slice(0, 7));
}

async function machine() {
  say(os.cpus().length > 0, os.totalmem() > 0, os.freemem() > 0, os.loadavg().length);
  say(os.networkInterfaces().lo?.map((entry) => entry.address));
  say(os.userInfo().uid === process.getuid(), os.hostname() !== '', process.uptime() > 0);
  say(process.memoryUsage().rss > 1e6, process.resourceUsage().maxRSS > 0,
    process.cwd() === os.homedir());
  process.title = 'a title';
  say(process.title, os.getPriority(), process.hrtime().length);
}

async function workers() {
  const pids = new Set();
  for (let i = 0; i < 2; i++) cluster.fork();
  await once(cluster, 'listening');
  const [, address] = await once(cluster, 'listening');
  const target = { host: '127.0.0.1', port: address.port, agent: false };
  for (let i = 0; i < 20; i++) {
    const [response] = await once(http.get(target), 'response');
    for await (const chunk of response.setEncoding('utf8')) pids.add(chunk);
  }
  say('cluster', pids.size);
  const ends = Object.values(cluster.workers).map((worker) => once(worker, 'exit'));
  cluster.disconnect();
  say(await Promise.all(ends));
}

async function main() {
  await signals();
  await names();
  await streams();
  await machine();
  await workers();
}

if (cluster.isPrimary) {
  run(main);
} else {
  http.createServer((_, response) => response.end(String(process.pid))).listen(0, '127.0.0.1');
}
