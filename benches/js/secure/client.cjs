// SPDX-License-Identifier: MIT
// Clients: client.cjs bulk PORT reads all that a TLS server sends, client.cjs fetch PORT SECONDS
// makes requests over and over, 64 at a time. Print how much was received, or how often, and the
// nanoseconds it took; then how often in all.
'use strict';

const [, , kind, port, seconds] = process.argv;
const TOGETHER = 64;
const WARM_NS = 3e9;

function bulk() {
  let count = 0;
  const start = process.hrtime.bigint();
  const socket = require('tls').connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('data', (data) => { count += data.length; });
  socket.on('end', () => console.log(count, String(process.hrtime.bigint() - start)));
}

async function fetches() {
  const begin = process.hrtime.bigint();
  const warm = begin + BigInt(WARM_NS);
  const end = warm + BigInt(Number(seconds) * 1e9);
  let count = 0;
  let all = 0;
  async function one() {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/`);
      await response.text();
      const now = process.hrtime.bigint();
      all++;
      if (now > end) return;
      if (now > warm) count++;
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, one));
  console.log(count, String(end - warm), all);
}

(kind === 'bulk' ? bulk : fetches)();
