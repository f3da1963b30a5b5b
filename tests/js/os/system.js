// SPDX-License-Identifier: MIT
// The values of os have the right types, and its constants are those of the system.
'use strict';
const assert = require('assert');
const os = require('os');

assert.strictEqual(os.constants.signals.SIGKILL, 9);
assert.strictEqual(os.constants.errno.ENOENT, 2);
assert.strictEqual(os.EOL, '\n');
assert.strictEqual(`${os.type}`, os.type());
assert.match(os.release(), /^\d+\./);
assert.ok(os.cpus().length >= 1 && os.cpus()[0].times.idle >= 0);
assert.ok(os.freemem() <= os.totalmem() && os.uptime() > 0);
assert.strictEqual(os.loadavg().length, 3);
assert.strictEqual(typeof os.userInfo().username, 'string');
assert.ok(Buffer.isBuffer(os.userInfo({ encoding: 'buffer' }).homedir));
assert.strictEqual(os.getPriority(), os.getPriority(process.pid));
assert.throws(() => os.setPriority(0, 99), { code: 'ERR_OUT_OF_RANGE' });
process.env.TMPDIR = '/somewhere/';
assert.strictEqual(os.tmpdir(), '/somewhere');
for (const list of Object.values(os.networkInterfaces())) {
  for (const one of list) assert.match(one.cidr, /\/\d+$/);
}
