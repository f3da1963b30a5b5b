// SPDX-License-Identifier: MIT
// What the texts of calls refer to, and where they run: a fresh folder with a file and a folder in
// it. Results go to a descriptor whose number no call uses by chance.
'use strict';
const fs = require('fs');
const { pathToFileURL } = require('url');

// If a call has started this program as a child (cluster.fork), the child must not start more.
if (process.env.GYRE_FUZZ_CALLS !== undefined) process.reallyExit(0);
process.env.GYRE_FUZZ_CALLS = '1';

const RESULTS = 900;
const { writeSync } = fs;
const home = process.cwd();
const exit = process.reallyExit.bind(process);

function say(...parts) {
  const bytes = Buffer.from(`${parts.join('\t')}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(RESULTS, bytes, at);
}

function furnish() {
  try {
    process.chdir(home);
    if (!fs.existsSync('dir/inner')) {
      fs.mkdirSync('dir', { recursive: true });
      fs.writeFileSync('dir/inner', 'inner');
    }
    if (!fs.existsSync('file')) fs.writeFileSync('file', 'some text\n');
  } catch { /* a call has changed permissions or the directory: the case is then run alone */ }
}

const tools = {
  fileUrl: () => pathToFileURL(`${home}/file`),
  revoked() {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  proxy: () => new Proxy({}, {}),
  detached() {
    const bytes = new Uint8Array(4);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    return bytes;
  },
  deep() {
    let all = {};
    for (let i = 0; i < 300; i++) all = { all };
    return all;
  },
  cyclic() {
    const all = { list: [] };
    all.list.push(all);
    return all;
  },
  // What a function passes to its callback.
  called: (call) => new Promise((resolve, reject) => {
    call((error, value) => (error instanceof Error ? reject(error) : resolve(value ?? error)));
  }),
};

const words = ['require', 'f', ...Object.keys(tools)];

// The text of an expression, which may await, as a function.
function compile(text, f) {
  const made = new Function(...words, `return (async function () { return [${text}]; })();`);
  return () => made(require, f, ...Object.values(tools));
}

module.exports = { compile, exit, furnish, home, say };
