// SPDX-License-Identifier: MIT
// The primary is killed by SIGKILL under load. Its workers notice, answer accepted connections and
// end; no request is answered twice, and no process is left behind. With SCHED_NONE and with
// reusePort connections reach workers without the primary, so some are answered after its end.
'use strict';
const assert = require('assert');
const { fork } = require('child_process');
const cluster = require('cluster');
const fs = require('fs');
const net = require('net');

const [WORKERS, AT_ONCE, BEFORE] = [2, 8, 60];
const kinds = ['rr', 'none', 'reusePort'];

function work(kind) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (name) => setTimeout(() => socket.end(`<${name}>`), 2));
  });
  const reusePort = kind === 'reusePort';
  server.listen({ port: +process.env.PORT, host: '127.0.0.1', reusePort }, () => {
    process.send(server.address().port);
  });
}

function lead(kind) {
  cluster.schedulingPolicy = kind === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  const addresses = [];
  cluster.on('message', (worker, port) => {
    addresses.push([worker.process.pid, port]);
    if (addresses.length === WORKERS) process.send(addresses);
  });
  for (let i = 0; i < WORKERS; i++) cluster.fork();
}

// An orphan stays a zombie until process 1 waits for it, which not every one does.
const isAlive = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1][0] !== 'Z';
  } catch {
    return false;
  }
};

// Counts { answered, cutOff } connections until the server is gone.
function load(port, onAnswer) {
  return new Promise((resolve) => {
    const seen = { begun: 0, answered: 0, cutOff: 0, refused: 0, running: 0 };
    const connect = () => {
      const name = `${seen.begun++}`;
      let text = '';
      seen.running++;
      const client = net.connect(port, '127.0.0.1', () => client.write(name));
      client.on('data', (data) => { text += data; });
      client.on('error', (error) => { if (error.code === 'ECONNREFUSED') seen.refused++; });
      client.on('close', () => {
        seen.running--;
        assert.ok(text === '' || text === `<${name}>`, `${name}: ${text}`);
        if (text === '') seen.cutOff++;
        else onAnswer(++seen.answered);
        if (seen.refused === 0) connect();
        else if (seen.running === 0) resolve(seen);
      });
    };
    for (let i = 0; i < AT_ONCE; i++) connect();
  });
}

// A port that was free just now: for reusePort all must know the number.
function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function scene(kind) {
  const PORT = await freePort();
  const primary = fork(__filename, [kind], { env: { ...process.env, PORT } });
  const addresses = await new Promise((resolve) => { primary.once('message', resolve); });
  const gone = new Promise((resolve) => { primary.once('exit', (_, signal) => resolve(signal)); });
  const seen = await load(addresses[0][1], (answered) => {
    if (answered === BEFORE) primary.kill('SIGKILL');
  });
  assert.strictEqual(await gone, 'SIGKILL');
  assert.ok(seen.answered >= BEFORE);
  // Accepted connections are answered; at most those on the way at the end are lost.
  assert.ok(seen.cutOff - seen.refused <= 2 * AT_ONCE, JSON.stringify(seen));
  for (const [pid] of addresses) {
    while (isAlive(pid)) await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
}

if (cluster.isWorker) {
  work(process.argv[2]);
} else if (process.argv.length > 2) {
  lead(process.argv[2]);
} else {
  const wanted = process.versions.javascriptcore === undefined ? kinds.slice(0, 2) : kinds;
  let done = 0;
  (async () => {
    for (const kind of wanted) {
      await scene(kind);
      done++;
    }
  })();
  process.on('exit', (code) => assert.ok(code !== 0 || done === wanted.length));
}
