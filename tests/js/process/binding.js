// SPDX-License-Identifier: MIT
// process.binding: what packages still use, in Node's form.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
process.noDeprecation = true;

const natives = process.binding('natives');
assert.ok(Object.keys(natives).includes('fs') && typeof natives.path === 'string');

const { internalModuleStat } = process.binding('fs');
assert.deepStrictEqual([internalModuleStat(__dirname), internalModuleStat(__filename)], [1, 0]);
assert.ok(internalModuleStat('/nosuch') < 0);

const constants = process.binding('constants');
assert.deepStrictEqual(Object.keys(constants), ['os', 'fs', 'crypto', 'zlib', 'trace']);
assert.strictEqual(constants.os.signals.SIGTERM, 15);
const uv = process.binding('uv');
assert.deepStrictEqual([uv.UV_ENOENT, uv.errname(-2)], [-2, 'ENOENT']);
assert.strictEqual(process.binding('util').isDate(new Date()), true);
assert.strictEqual(process.binding('config').hasIntl, true);
assert.strictEqual(process.binding('tty_wrap').isTTY(99), false);
assert.ok(process.binding('http_parser').methods.includes('GET'));

// A server on a handle.
const { TCP, constants: { SERVER } } = process.binding('tcp_wrap');
const handle = new TCP(SERVER);
assert.strictEqual(handle.bind('127.0.0.1', 0), 0);
const server = require('net').createServer().listen(handle, () => {
  assert.ok(server.address().port > 0);
  server.close();
});

// A replaced spawn is the one that runs.
const sync = process.binding('spawn_sync');
const { spawn } = sync;
sync.spawn = function(options) {
  options.args = [...options.args, 'more'];
  return spawn.call(this, options);
};
assert.strictEqual(execFileSync('echo', ['a'], { encoding: 'utf8' }), 'a more\n');
sync.spawn = spawn;
assert.strictEqual(execFileSync('echo', ['a'], { encoding: 'utf8' }), 'a\n');
const pipe = { type: 'pipe', readable: true, writable: true };
const done = sync.spawn({
  file: '/bin/sh', args: ['sh', '-c', 'echo b; exit 3'], stdio: [pipe, pipe, pipe], envPairs: [],
});
assert.deepStrictEqual([done.status, done.signal, `${done.output[1]}`], [3, null, 'b\n']);

assert.throws(() => process.binding('nosuch'), { message: 'No such module: nosuch' });
