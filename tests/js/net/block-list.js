// SPDX-License-Identifier: MIT
// Proves that SocketAddress and BlockList accept and refuse what they should, write addresses in
// the usual form, and match as Node's do; the digest at the end is Node's own, for the same number
// of rules and addresses of both kinds.
'use strict';
const assert = require('assert');
const { createHash } = require('crypto');
const { inspect } = require('util');
const { BlockList, SocketAddress } = require('net');

const address = new SocketAddress({ family: 'IPv6', address: '0:0::1', port: 80, flowlabel: 5 });
assert.deepStrictEqual(address.toJSON(),
  { address: '::1', port: 80, family: 'ipv6', flowlabel: 5 });
assert.strictEqual(inspect(new SocketAddress()),
  "SocketAddress { address: '127.0.0.1', port: 0, family: 'ipv4', flowlabel: 0 }");
assert.ok(SocketAddress.isSocketAddress(address) && !SocketAddress.isSocketAddress({}));

for (const [text, expected] of [['::FFFF:1.2.3.4', '::ffff:1.2.3.4'], ['::1.2.3.4', '::1.2.3.4'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'], ['1:0:2:0:3:0:4:0', '1:0:2:0:3:0:4:0'], ['::', '::'],
  ['1::', '1::'], ['0:0:0:0:0:0:1:2', '::0.1.0.2'], ['::2', '::2'], ['fe80::1%lo', 'fe80::1']]) {
  assert.strictEqual(new SocketAddress({ family: 'ipv6', address: text }).address, expected);
}

for (const [options, code] of [[{ address: '1.2.3' }, 'ERR_INVALID_ADDRESS'],
  [{ address: '::1' }, 'ERR_INVALID_ADDRESS'], [{ family: 'x' }, 'ERR_INVALID_ARG_VALUE'],
  [{ family: 4 }, 'ERR_INVALID_ARG_VALUE'], [{ port: 70000 }, 'ERR_SOCKET_BAD_PORT'],
  [{ flowlabel: -1 }, 'ERR_OUT_OF_RANGE'], [{ address: 1 }, 'ERR_INVALID_ARG_TYPE'],
  [null, 'ERR_INVALID_ARG_TYPE']]) {
  assert.throws(() => new SocketAddress(options), { code });
}

const list = new BlockList();
assert.throws(() => list.addAddress('x'), { code: 'ERR_INVALID_ADDRESS' });
assert.throws(() => list.addAddress('1.1.1.1', 4), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => list.addRange('1.1.2.10', '1.1.2.1'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => list.addSubnet('1.1.1.1', 33), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => list.addSubnet('1.1.1.1', '8'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => list.check(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.strictEqual(inspect(list), 'BlockList { rules: [] }');
list.addAddress(new SocketAddress({ address: '123.123.123.123', port: 9 }));
list.addRange('10.0.0.1', '10.0.0.10');
list.addSubnet('8592:757c:efae:4e45::', 64, 'ipv6');
assert.deepStrictEqual(list.rules, ['Subnet: IPv6 8592:757c:efae:4e45::/64',
  'Range: IPv4 10.0.0.1-10.0.0.10', 'Address: IPv4 123.123.123.123']);
assert.ok(list.check('123.123.123.123') && list.check('::ffff:7b7b:7b7b', 'ipv6'));
assert.ok(list.check('10.0.0.3') && !list.check('10.0.0.11') && !list.check('222.111.111.222'));
assert.ok(!list.check('no address') && !list.check('10.0.0.3', 'no family'));

let seed = 7;
function below(limit) {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >> 8) % limit;
}
const four = () => `${below(3)}.${below(4)}.${below(256)}.${below(256)}`;
const six = () => [`::ffff:${four()}`, `::${four()}`,
  `::${below(8).toString(16)}:${below(65536).toString(16)}`, `${below(4)}::${below(9)}`][below(4)];

const rules = [
  (one, family, it) => it.addAddress(one(), family),
  (one, family, it) => {
    const ends = [one(), one()];
    try {
      it.addRange(...ends, family);
    } catch {
      it.addRange(...ends.reverse(), family);
    }
  },
  (one, family, it) => it.addSubnet(one(), below(family === 'ipv6' ? 129 : 33), family),
];

let text = '';
for (let i = 0; i < 400; i++) {
  const it = new BlockList();
  const family = below(2) ? 'ipv6' : 'ipv4';
  const one = family === 'ipv6' ? six : four;
  rules[below(3)](one, family, it);
  text += it.rules;
  for (let j = 0; j < 30; j++) {
    const both = [four(), six()];
    text += `${+it.check(both[0])}${+it.check(both[1], 'ipv6')}`;
  }
}
assert.strictEqual(createHash('sha1').update(text).digest('hex'),
  '5522cc7ec7a44e3677db990c6c23f352c21710e3');
