// SPDX-License-Identifier: MIT
// Limits of the address space, as containers and batch systems set them: programs run under them,
// or one line says what is missing; a program that needs too much ends with a line and an abort.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');

if (process.execPath.includes('/asan/')) process.exit(77); // its shadow needs 20 TB

function run(limit, ...args) {
  const script = `ulimit ${limit} && exec "$0" "$@"`;
  const done = spawnSync('sh', ['-c', script, process.execPath, ...args], { encoding: 'utf8' });
  assert.strictEqual(done.error, undefined);
  return done;
}

const server = `
  const http = require('http');
  const server = http.createServer((request, response) => response.end('hello'));
  server.listen(0, () => http.get({ port: server.address().port }, (response) => {
    response.pipe(process.stdout);
    response.on('end', () => server.close());
  }));`;

const isLarge = Number(process.versions.javascriptcore?.split('.')[1]) >= 54;
const least = isLarge ? 655360 : 524288;
for (const limit of [`-v ${least}`, '-v 2097152', '-v 6291456', `-d ${least}`, '-d 4194304']) {
  const done = run(limit, '-e', server);
  assert.deepStrictEqual([limit, done.stdout, done.stderr, done.status], [limit, 'hello', '', 0]);
}

// The program does not see how the engine was configured.
assert.strictEqual(
  run('-v 2097152', '-p', 'Object.keys(process.env).filter((n) => n.startsWith("JSC_"))').stdout,
  '[]\n');

for (const limit of ['-v 400000', '-d 100000']) {
  const done = run(limit, '-e', '0');
  assert.strictEqual(done.status, 1);
  assert.match(done.stderr,
    /^gyre: memory is limited to \d+ kB \(ulimit -[vd]\); .*\d+ kB or more\n$/);
}

// If the engine has no memory for a string it may throw; continuing without it takes memory, too.
const one = (what) => `try { all.push(${what}); } catch { all.push({}); }`;
for (const what of ['({ x: 1 })', '"x".repeat(1e6) + all.length', 'new Array(1e5).fill(1.5)']) {
  const done = run('-v 1048576', '-e', `const all = []; for (;;) ${one(what)}`);
  assert.strictEqual(done.signal ?? done.status, 'SIGABRT', what);
  assert.match(done.stderr,
    /gyre: out of memory: the engine ends here, it was refused \d+ bytes\n$/);
}
