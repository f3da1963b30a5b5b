// SPDX-License-Identifier: MIT
// Records of all types from a name server of our own; and its errors, silence and cancel.
'use strict';
const assert = require('assert');
const dgram = require('dgram');
const dns = require('dns');

const name = (text) => Buffer.concat([...text.split('.').map((label) => Buffer.concat(
  [Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);
const u16 = (...list) => Buffer.concat(list.map((n) => Buffer.from([n >> 8, n & 255])));
const str = (text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const here = Buffer.from([0xc0, 12]); // points at the name in the question
const data = {
  1: [Buffer.from([1, 2, 3, 4]), Buffer.from([5, 6, 7, 8])],
  2: [Buffer.concat([str('ns'), here])],
  5: [name('other.example')],
  6: [Buffer.concat([name('a.b'), name('c.d'), u16(0, 1, 0, 2, 0, 3, 0, 4, 0, 5)])],
  12: [name('back.example')],
  15: [Buffer.concat([u16(10), name('mail.example')])],
  16: [Buffer.concat([str('one'), str('two')])],
  28: [Buffer.from('20010db8000000000000000000000001', 'hex')],
  33: [Buffer.concat([u16(1, 2, 80), name('srv.example')])],
  35: [Buffer.concat([u16(1, 2), str('s'), str('SIP'), str('!x!y!'), name('rep.example')])],
  257: [Buffer.concat([Buffer.from([128]), str('issue'), Buffer.from('ca.example')])],
};
const server = dgram.createSocket('udp4', (question, from) => {
  let end = 12;
  while (question[end] !== 0) end += question[end] + 1;
  const type = question.readUInt16BE(end + 1);
  const first = question.toString('latin1', 13, 13 + question[12]);
  if (first === 'silent') return;
  const records = first === 'missing' || first === 'broken' ? [] : data[type];
  const code = first === 'missing' ? 3 : 0;
  const count = first === 'broken' ? 9 : records.length;
  const answer = Buffer.concat([question.subarray(0, 2), u16(0x8180 | code, 1, count, 0, 0),
    question.subarray(12, end + 5), ...records.map((record) => Buffer.concat(
      [here, u16(type, 1, 0, 60, record.length), record]))]);
  server.send(answer, from.port, from.address);
});

server.bind(0, '127.0.0.1', async () => {
  const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 1 });
  const address = `127.0.0.1:${server.address().port}`;
  resolver.setServers([address]);
  assert.deepStrictEqual(resolver.getServers(), [address]);
  const ask = (type) => resolver.resolve('host.example', type);
  assert.deepStrictEqual(await ask('A'), ['1.2.3.4', '5.6.7.8']);
  assert.deepStrictEqual(await resolver.resolve4('host.example', { ttl: true }),
    [{ address: '1.2.3.4', ttl: 60 }, { address: '5.6.7.8', ttl: 60 }]);
  assert.deepStrictEqual(await ask('AAAA'), ['2001:db8::1']);
  assert.deepStrictEqual(await ask('NS'), ['ns.host.example']);
  assert.deepStrictEqual(await ask('CNAME'), ['other.example']);
  assert.deepStrictEqual(await ask('PTR'), ['back.example']);
  assert.deepStrictEqual(await ask('MX'), [{ exchange: 'mail.example', priority: 10 }]);
  assert.deepStrictEqual(await ask('TXT'), [['one', 'two']]);
  assert.deepStrictEqual(await ask('SRV'),
    [{ name: 'srv.example', port: 80, priority: 1, weight: 2 }]);
  assert.deepStrictEqual(await ask('NAPTR'), [{ flags: 's', service: 'SIP', regexp: '!x!y!',
    replacement: 'rep.example', order: 1, preference: 2 }]);
  assert.deepStrictEqual(await ask('SOA'), { nsname: 'a.b', hostmaster: 'c.d', serial: 1,
    refresh: 2, retry: 3, expire: 4, minttl: 5 });
  assert.deepStrictEqual(await ask('CAA'), [{ critical: 128, issue: 'ca.example' }]);
  await assert.rejects(resolver.resolve4('missing.example'),
    { code: 'ENOTFOUND', syscall: 'queryA', hostname: 'missing.example' });
  await assert.rejects(resolver.resolve4('broken.example'), { code: 'EBADRESP' });
  const hasty = new dns.promises.Resolver({ timeout: 10, tries: 1 });
  hasty.setServers([address]);
  await assert.rejects(hasty.resolveMx('silent.example'), { code: 'ETIMEOUT', syscall: 'queryMx' });
  const waiting = assert.rejects(resolver.resolveTxt('silent.example'), { code: 'ECANCELLED' });
  assert.throws(() => resolver.setServers([]), { code: 'ERR_DNS_SET_SERVERS_FAILED' });
  resolver.cancel();
  await waiting;
  server.close();
});
let done = false;
server.on('close', () => { done = true; });
process.on('exit', () => assert(done));
