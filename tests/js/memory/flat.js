// SPDX-License-Identifier: MIT
// Memory that a program drops is freed: after some rounds, further rounds of the same work need no
// more memory than those did. Each round makes more than a gigabyte of garbage.
'use strict';
const assert = require('assert');
const fs = require('fs');

const MORE = 48 * 1024 * 1024;

function buffers() {
  for (let i = 0; i < 10000; i++) Buffer.alloc(65536).fill(1, 0, 1);
  for (let i = 0; i < 10000; i++) Buffer.allocUnsafe(65536)[0] = 1;
}

async function promises() {
  for (let i = 0; i < 200000; i++) await null;
  let settled = 0;
  for (let i = 0; i < 50000; i++) Promise.resolve(i).then(() => { settled++; });
  await null;
  assert.strictEqual(settled, 50000);
}

async function files() {
  fs.writeFileSync('flat.data', Buffer.alloc(1 << 20));
  for (let i = 0; i < 200; i++) {
    await fs.promises.readFile(__filename);
    await new Promise((resolve, reject) => {
      fs.readFile('flat.data', (error, data) => {
        if (error) reject(error);
        else resolve(data.length);
      });
    });
  }
}

function interval() {
  return new Promise((resolve) => {
    let count = 0;
    const timer = setInterval(() => {
      const garbage = [];
      for (let i = 0; i < 10000; i++) garbage.push({ i, text: `${i}` });
      if (++count < 50) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
}

// The engine's heap may take a while to settle; a leak keeps growing.
async function measure(work) {
  await work();
  await work();
  let grown;
  for (let tries = 0; tries < 5; tries++) {
    const before = process.memoryUsage.rss();
    for (let i = 0; i < 3; i++) await work();
    grown = process.memoryUsage.rss() - before;
    if (grown < MORE) return;
  }
  assert.fail(`${work.name}: ${Math.round(grown / 1e6)} MB more, time and again`);
}

(async () => {
  for (const work of [buffers, promises, files, interval]) await measure(work);
})();
