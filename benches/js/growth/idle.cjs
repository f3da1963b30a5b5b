// SPDX-License-Identifier: MIT
// idle.cjs KIND COUNT DIRECTORY: a program with so many things that only wait. It prints "ready".
// Then it runs the load that each line of its input names, and prints the CPU time of one operation
// in nanoseconds, all threads included. DIRECTORY is empty, and for its files.
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const readline = require('readline');

const [, , kind, countText, directory] = process.argv;
const count = Number(countText);
const HOUR = 3600e3;
const OPERATIONS = { immediate: 2e5, timeout: 1e5, await: 2e5, echo: 1e4, stat: 1e4, allocate: 2e5 };
const TOGETHER = 8;
const waiting = [];

const each = (make) => {
  for (let i = 0; i < count; i++) waiting.push(make(i));
};

function connectedPair(listening) {
  return new Promise((resolve, reject) => {
    const client = net.connect(listening.address().port, '127.0.0.1');
    client.on('error', reject);
    listening.once('connection', (server) => {
      server.on('error', reject);
      resolve([client, server]);
    });
  });
}

const listen = () => new Promise((resolve) => {
  const server = net.createServer().listen(0, '127.0.0.1', () => resolve(server));
});

const kinds = {
  timers: () => each((i) => setTimeout(() => {}, HOUR + i % 1000 * 1000)),
  promises: () => each((i) => new Promise(() => {}).then(() => i)),
  async connections() {
    const listening = await listen();
    for (let i = 0; i < count; i++) {
      const pair = await connectedPair(listening);
      for (const socket of pair) socket.resume();
      waiting.push(pair);
    }
  },
  watchers: () => each((i) => {
    const name = path.join(directory, String(i));
    fs.mkdirSync(name);
    return fs.watch(name, () => {});
  }),
  modules: () => each((i) => {
    const name = path.join(directory, `${i}.js`);
    fs.writeFileSync(name, `exports.number = () => ${i};\n`);
    return require(name);
  }),
};

const loads = {
  immediate: (left) => new Promise((resolve) => {
    const next = () => (--left === 0 ? resolve() : setImmediate(next));
    setImmediate(next);
  }),
  timeout: (left) => new Promise((resolve) => {
    for (let i = left; i > 0; i--) setTimeout(() => --left === 0 && resolve(), 1 + i % 20);
  }),
  async await(left) {
    while (left-- > 0) await left;
  },
  async echo(left) {
    if (!loads.pair) {
      const listening = await listen();
      loads.pair = await connectedPair(listening);
      listening.close();
      loads.pair[1].on('data', (data) => loads.pair[1].write(data));
    }
    const [client] = loads.pair;
    await new Promise((resolve) => {
      const next = () => {
        if (--left > 0) {
          client.write('ping');
          return;
        }
        client.off('data', next);
        resolve();
      };
      client.on('data', next);
      client.write('ping');
    });
  },
  stat: (left) => new Promise((resolve) => {
    const next = () => (--left <= 0 ? resolve() : fs.stat(__filename, next));
    for (let i = 0; i < TOGETHER; i++) fs.stat(__filename, next);
  }),
  async allocate(left) {
    let kept = null;
    while (left-- > 0) kept = { kept: left % 100 === 0 ? null : kept, text: `${left}` };
    return kept;
  },
};

async function main() {
  await kinds[kind]();
  console.log('ready');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const before = process.cpuUsage();
    await loads[line](OPERATIONS[line]);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) * 1000 / OPERATIONS[line]);
  }
  process.exit();
}

main();
