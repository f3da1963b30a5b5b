// SPDX-License-Identifier: MIT
// terminate() at random moments, of workers that do all kinds of things: terminate.js COUNT [SEED].
// Each must end, with the right exit code; nothing else may happen to the process.
'use strict';
const { Worker } = require('worker_threads');

const [count, seed] = [+process.argv[2] || 200, +process.argv[3] || Date.now() % 1e6];
const AT_ONCE = 8;
const HANGS_MS = 30000;

let state = seed;
function random(below) { // the same for the same seed
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor(state / 65536) % below;
}

const programs = [
  'for (;;);',
  'setInterval(() => {}, 1)',
  'const { parentPort: port } = require("worker_threads"); ' +
    'port.on("message", (m) => port.postMessage(m));',
  'for (;;) { try { null.x } catch (error) { error.stack } }',
  'const fs = require("fs"); (function next() { fs.stat("/", next); })();',
  'const fs = require("fs"); for (;;) fs.readFileSync("/etc/passwd");',
  'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  '(async () => { for (;;) await new Promise(setImmediate); })();',
  'process.nextTick(function next() { process.nextTick(next); });',
  'for (const name of require("module").builtinModules) try { require(name); } catch {}',
  'for (;;) require("crypto").createHash("sha256").update("x").digest("hex");',
  'for (;;) structuredClone({ list: [1, 2, { a: new Map([[1, 2]]) }] });',
  'const net = require("net"); const server = net.createServer((s) => s.end("x"));' +
    'server.listen(0, "127.0.0.1", function next() {' +
    '  net.connect(server.address().port).resume().on("close", next); });',
  'const { Worker } = require("worker_threads");' +
    '(function next() { new Worker("0", { eval: true }).on("exit", next); })();',
  'for (;;) require("vm").runInNewContext("1 + 1");',
  'for (;;) console.log("x".repeat(100));',
  'import("fs").then(async () => { for (;;) await import("path"); });',
  'process.exit(7)',
  'throw new Error("thrown")',
  'let list = []; for (;;) { list.push({ list }); if (list.length > 1e4) list = []; }',
];

const seen = {};
let [started, ended] = [0, 0];

function start() {
  if (started === count) return;
  started++;
  const number = random(programs.length);
  const worker = new Worker(programs[number], { eval: true, stdout: true });
  worker.stdout.resume();
  worker.on('error', (error) => { if (error.message !== 'thrown') throw error; });
  worker.on('message', (message) => worker.postMessage(message));
  worker.postMessage('ping');
  const hung = setTimeout(() => {
    console.error(`seed ${seed}: does not end: ${programs[number]}`);
    process.exit(1);
  }, HANGS_MS + 1000);
  worker.on('exit', (code) => {
    clearTimeout(hung);
    if (![0, 1, 7].includes(code)) throw new Error(`exit code ${code} of ${programs[number]}`);
    seen[code] = (seen[code] ?? 0) + 1;
    if (++ended < count) start();
  });
  const stop = () => worker.terminate();
  const when = random(10);
  if (when === 0) stop();
  else if (when === 1) setImmediate(stop);
  else setTimeout(stop, random([20, 100, 500][random(3)]));
}

for (let i = 0; i < AT_ONCE; i++) start();
process.on('exit', (code) => {
  if (code === 0) console.log(`${ended} ended, by code ${JSON.stringify(seen)}, seed ${seed}`);
});
