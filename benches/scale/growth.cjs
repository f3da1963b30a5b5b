// SPDX-License-Identifier: MIT
'use strict';
// growth.cjs KIND COUNT: prepares COUNT idle things, then prints, as JSON, the nanoseconds of CPU
// time of small operations beside them, and the share of a CPU that waiting takes.
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');

const [kind, count, place] = [process.argv[2], +process.argv[3], process.argv[4]];
const kept = [];
const cpuNs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
};

const pair = () => new Promise((resolve, reject) => {
  const server = net.createServer((other) => {
    server.close();
    resolve([other, client]);
  }).listen(0, '127.0.0.1', () => {
    client = net.connect(server.address().port, '127.0.0.1').on('error', reject);
  });
  let client;
});

// One after another: each waits in the queue until it is accepted.
function connections() {
  return new Promise((resolve, reject) => {
    const address = path.join(place, 'socket');
    const open = () => kept.push(net.connect(address).on('error', reject));
    const server = net.createServer((socket) => {
      kept.push(socket);
      if (kept.length < 2 * count) open();
      else resolve();
    }).listen(address, open);
    server.unref();
  });
}

const prepare = {
  connections,
  timers() {
    for (let i = 0; i < count; i++) kept.push(setTimeout(() => {}, 3600e3 + i % 60e3));
  },
  promises() {
    for (let i = 0; i < count; i++) kept.push(new Promise(() => {}).then(() => {}));
  },
  watches() {
    for (let i = 0; i < count; i++) {
      fs.writeFileSync(path.join(place, `${i}`), '');
      kept.push(fs.watch(path.join(place, `${i}`), () => {}));
    }
  },
  modules() {
    for (let i = 0; i < count; i++) {
      const file = path.join(place, `${i}.cjs`);
      fs.writeFileSync(file, `exports.number = ${i};\n`);
      kept.push(require(file));
    }
  },
};

const operations = {
  immediate: (resolve, n) => (function next() { if (n-- > 0) setImmediate(next); else resolve(); })(),
  timer(resolve, n) {
    for (let i = 0; i < n; i++) clearTimeout(setTimeout(() => {}, 1000));
    resolve();
  },
  async await(resolve, n) {
    for (let i = 0; i < n; i++) await i;
    resolve();
  },
  async echo(resolve, n) {
    const [one, other] = await pair();
    one.on('data', (bytes) => one.write(bytes));
    other.on('data', (bytes) => {
      if (n-- > 0) return other.write(bytes);
      one.destroy();
      other.destroy();
      return resolve();
    }).write('some bytes');
  },
};
const TIMES = { immediate: 100_000, timer: 100_000, await: 200_000, echo: 5_000 };

async function main() {
  await prepare[kind]();
  const figures = {};
  for (let round = 0; round < 5; round++) {
    for (const [name, run] of Object.entries(operations)) {
      const before = cpuNs();
      await new Promise((resolve) => { run(resolve, TIMES[name]); });
      (figures[name] ??= []).push((cpuNs() - before) / TIMES[name]);
    }
  }
  for (const name of Object.keys(figures)) figures[name] = Math.min(...figures[name]);
  await new Promise((resolve) => { setTimeout(resolve, 5000); }); // the collector's turn
  const before = cpuNs();
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  figures.idle = (cpuNs() - before) / 1e9;
  fs.writeSync(1, `${JSON.stringify(figures)}\n`);
  process.exit(0);
}
main();
