// SPDX-License-Identifier: MIT
// @grpc/grpc-js: calls of all four kinds, metadata both ways, errors, deadlines, cancelling, large
// messages, compression, many calls at once; plain and with TLS.
'use strict';
const assert = require('assert');
const grpc = require('@grpc/grpc-js');
const { secrets } = require('./help');

const pack = (value) => Buffer.from(JSON.stringify(value));
const unpack = (bytes) => JSON.parse(bytes.toString());
const kind = (path, requestStream, responseStream) => ({
  path: `/test.Service/${path}`, requestStream, responseStream,
  requestSerialize: pack, requestDeserialize: unpack,
  responseSerialize: pack, responseDeserialize: unpack,
});
const service = {
  Echo: kind('Echo', false, false),
  Count: kind('Count', false, true),
  Sum: kind('Sum', true, false),
  Chat: kind('Chat', true, true),
  Never: kind('Never', false, false),
};

const answers = {
  Echo(call, callback) {
    if (call.request.fail) {
      const metadata = new grpc.Metadata();
      metadata.set('why', 'because');
      callback({ code: grpc.status.NOT_FOUND, details: 'not here', metadata });
      return;
    }
    const head = new grpc.Metadata();
    head.set('x-head', call.metadata.get('x-ask')[0] ?? 'none');
    call.sendMetadata(head);
    const trailer = new grpc.Metadata();
    trailer.set('x-trailer-bin', Buffer.from([1, 2, 255]));
    callback(null, { got: call.request, peer: typeof call.getPeer() }, trailer);
  },
  Count(call) {
    for (let i = 0; i < call.request.to; i++) call.write({ i });
    call.end();
  },
  Sum(call, callback) {
    let sum = 0;
    call.on('data', ({ n }) => { sum += n; });
    call.on('end', () => callback(null, { sum }));
  },
  Chat(call) {
    call.on('data', (message) => call.write({ back: message.text.toUpperCase() }));
    call.on('end', () => call.end());
  },
  Never() {},
};

const done = (call) => new Promise((resolve, reject) => {
  const seen = [];
  call.on('data', (message) => seen.push(message));
  call.on('end', () => resolve(seen));
  call.on('error', reject);
});

function ask(client, name, request, ...more) {
  return new Promise((resolve, reject) => {
    client[name](request, ...more, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

async function unary(client) {
  const metadata = new grpc.Metadata();
  metadata.set('x-ask', 'please');
  const head = await new Promise((resolve, reject) => {
    const seen = {};
    const call = client.Echo({ a: [1, 2] }, metadata, (error, value) => {
      if (error) reject(error);
      seen.value = value;
    });
    call.on('metadata', (received) => { seen.head = received.get('x-head')[0]; });
    call.on('status', (status) => {
      seen.trailer = status.metadata.get('x-trailer-bin')[0];
      resolve(seen);
    });
  });
  assert.deepStrictEqual(head, { head: 'please', value: { got: { a: [1, 2] }, peer: 'string' },
    trailer: Buffer.from([1, 2, 255]) });
  await assert.rejects(ask(client, 'Echo', { fail: true }), (error) => {
    assert.strictEqual(error.code, grpc.status.NOT_FOUND);
    assert.strictEqual(error.details, 'not here');
    assert.strictEqual(error.metadata.get('why')[0], 'because');
    return true;
  });
  const text = 'x'.repeat(2000000);
  assert.strictEqual((await ask(client, 'Echo', { text })).got.text.length, text.length);
  const many = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(client, 'Echo', { i })));
  assert.deepStrictEqual(many.map(({ got }) => got.i), Array.from({ length: 200 }, (_, i) => i));
}

async function streams(client) {
  const counted = await done(client.Count({ to: 500 }));
  assert.strictEqual(counted.length, 500);
  assert.strictEqual(counted[499].i, 499);
  const sum = await new Promise((resolve, reject) => {
    const call = client.Sum((error, value) => (error ? reject(error) : resolve(value)));
    for (let n = 1; n <= 100; n++) call.write({ n });
    call.end();
  });
  assert.deepStrictEqual(sum, { sum: 5050 });
  const chat = client.Chat();
  for (const text of ['a', 'b', 'c']) chat.write({ text });
  chat.end();
  assert.deepStrictEqual(await done(chat), [{ back: 'A' }, { back: 'B' }, { back: 'C' }]);
}

async function ends(client) {
  await assert.rejects(ask(client, 'Never', {}, { deadline: Date.now() + 200 }),
    { code: grpc.status.DEADLINE_EXCEEDED });
  const call = client.Count({ to: 100000 });
  await assert.rejects(new Promise((resolve, reject) => {
    call.on('data', () => call.cancel());
    call.on('error', reject);
    call.on('end', resolve);
  }), { code: grpc.status.CANCELLED });
}

async function run(serverCredentials, credentials, options) {
  const server = new grpc.Server();
  server.addService(service, answers);
  const port = await new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', serverCredentials,
      (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const Client = grpc.makeGenericClientConstructor(service, 'Service');
  const client = new Client(`127.0.0.1:${port}`, credentials, options);
  await unary(client);
  await streams(client);
  await ends(client);
  const zipped = new Client(`127.0.0.1:${port}`, credentials,
    { ...options, 'grpc.default_compression_algorithm': 2 });
  assert.deepStrictEqual((await ask(zipped, 'Echo', { z: 'z'.repeat(5000) })).got.z.length, 5000);
  zipped.close();
  client.close();
  server.forceShutdown();
}

(async () => {
  await run(grpc.ServerCredentials.createInsecure(), grpc.credentials.createInsecure(), {});
  const { key, cert } = secrets();
  await run(
    grpc.ServerCredentials.createSsl(null,
      [{ private_key: Buffer.from(key), cert_chain: Buffer.from(cert) }]),
    grpc.credentials.createSsl(Buffer.from(cert)),
    { 'grpc.ssl_target_name_override': 'localhost' });
})();
