// SPDX-License-Identifier: MIT
// Servers are checked and kept; invalid names, types and addresses are refused; lookup of the host.
'use strict';
const assert = require('assert');
const dns = require('dns');
let calls = 0;

assert.strictEqual(dns.promises, require('dns/promises'));
dns.setServers(['1.2.3.4', '[::1]:5353', '::1', '1.1.1.1:99']);
assert.deepStrictEqual(dns.getServers(), ['1.2.3.4', '[::1]:5353', '::1', '1.1.1.1:99']);
assert.throws(() => dns.setServers(['abc']), { code: 'ERR_INVALID_IP_ADDRESS' });
assert.throws(() => dns.setServers([1]), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => dns.resolve('a', 'NOTYPE', () => {}), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => dns.resolve4(1, () => {}), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => dns.reverse('abc', () => {}), { code: 'EINVAL', syscall: 'getHostByAddr' });
assert.throws(() => new dns.Resolver({ tries: 0 }), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => new dns.Resolver().setLocalAddress('a'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.strictEqual(dns.NOTFOUND, 'ENOTFOUND');
assert.strictEqual(dns.promises.TIMEOUT, 'ETIMEOUT');
dns.lookup('localhost', { family: 4 }, (error, address, family) => {
  assert.deepStrictEqual([error, address, family], [null, '127.0.0.1', 4]);
  calls++;
});
dns.promises.lookup('localhost', { all: true, order: 'ipv4first' }).then((list) => {
  assert.strictEqual(list[0].family, 4);
  calls++;
});
process.on('exit', () => assert.strictEqual(calls, 2));
