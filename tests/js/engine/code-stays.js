// SPDX-License-Identifier: MIT
// Proves that what the engine compiles of the library is not left again and again: pieces that are
// written together, headers whose names are not in lower case.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

const TIMES = 30000;

async function writePieces() {
  const { Writable } = require('stream');
  const piece = Buffer.alloc(10);
  const stream = new Writable({ writev(chunks, callback) { callback(); } });
  for (let i = 0; i < TIMES; i++) {
    stream.cork();
    stream.write(piece);
    stream.write(piece, () => {});
    stream.uncork();
    if (i % 100 === 0) await new Promise(setImmediate);
  }
}

async function setHeaders() {
  const { IncomingMessage, ServerResponse } = require('http');
  const names = ['Content-Type', 'Content-Length', 'x-lower', 'ETag'];
  for (let i = 0; i < TIMES; i++) {
    const response = new ServerResponse(new IncomingMessage());
    response.setHeader(names[i % 4], 'text');
    response.setHeader(names[(i + 1) % 4], 5);
    response.removeHeader('Content-Length');
    if (i % 100 === 0) await new Promise(setImmediate);
  }
}

const programs = { writePieces, setHeaders };

function count(name) {
  const env = { ...process.env, JSC_printEachOSRExit: '1' };
  delete env.GYRE_GC_STRESS;
  const child = spawnSync(process.execPath, [__filename, name],
    { env, encoding: 'latin1', maxBuffer: 1 << 28 });
  assert.strictEqual(child.status, 0, child.stderr.slice(-500));
  return child.stderr.split('Speculation failure').length - 1;
}

if (process.argv[2]) {
  programs[process.argv[2]]();
} else {
  // Each function may be left some hundred times, until the engine knows better.
  for (const name of Object.keys(programs)) assert.ok(count(name) < TIMES / 20, name);
}
