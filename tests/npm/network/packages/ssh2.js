// SPDX-License-Identifier: MIT
// ssh2: its own server and client, and OpenSSH's client if installed: keys and passwords, commands,
// a shell, files by SFTP, a forwarded port, every cipher.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const net = require('net');
const { Client, Server, utils } = require('ssh2');
const { listen } = require('./help');

const host = utils.generateKeyPairSync('ed25519');
const own = utils.generateKeyPairSync('ecdsa', { bits: 256 });
const allowed = utils.parseKey(own.public);
const { STATUS_CODE } = utils.sftp;

function authenticate(context) {
  if (context.method === 'password') {
    if (context.password === 'word') context.accept();
    else context.reject();
  } else if (context.method === 'publickey' && context.key.algo === allowed.type &&
      context.key.data.equals(allowed.getPublicSSH()) && (!context.signature ||
      allowed.verify(context.blob, context.signature, context.hashAlgo) === true)) {
    context.accept();
  } else {
    context.reject(['password', 'publickey']);
  }
}

// Files in memory: one handle each.
function serveFiles(sftp, files) {
  const handles = [];
  sftp.on('OPEN', (id, name) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(handles.push({ name, data: files.get(name) ?? Buffer.alloc(0) }) - 1);
    sftp.handle(id, handle);
  });
  const of = (handle) => handles[handle.readUInt32BE(0)];
  sftp.on('WRITE', (id, handle, offset, data) => {
    const file = of(handle);
    const size = Math.max(file.data.length, offset + data.length);
    file.data = Buffer.concat([file.data], size);
    data.copy(file.data, offset);
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('READ', (id, handle, offset, length) => {
    const { data } = of(handle);
    if (offset >= data.length) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, data.subarray(offset, offset + length));
  });
  for (const event of ['STAT', 'FSTAT']) {
    sftp.on(event, (id, what) => sftp.attrs(id, { mode: 0o100644, uid: 0, gid: 0,
      atime: 0, mtime: 0, size: (event === 'STAT' ? files.get(what) : of(what).data).length }));
  }
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('CLOSE', (id, handle) => {
    files.set(of(handle).name, of(handle).data);
    sftp.status(id, STATUS_CODE.OK);
  });
}

const files = new Map();
const server = new Server({ hostKeys: [host.private] }, (client) => {
  client.on('error', () => {});
  client.on('authentication', authenticate).on('ready', () => {
    client.on('session', (accept) => {
      const session = accept();
      session.on('exec', (agree, reject, { command }) => {
        const stream = agree();
        stream.stderr.write('to stderr');
        if (command === 'cat') stream.pipe(stream);
        else stream.write(`ran ${command}`);
        stream.exit(command === 'fail' ? 3 : 0);
        if (command !== 'cat') stream.end();
      });
      session.on('sftp', (agree) => serveFiles(agree(), files));
    });
    client.on('tcpip', (accept, reject, info) => {
      const target = net.connect(info.destPort, info.destIP);
      const stream = accept();
      stream.pipe(target).pipe(stream);
    });
  });
});

function connect(options) {
  return new Promise((resolve, reject) => {
    const client = new Client();
    client.on('ready', () => resolve(client)).on('error', reject).connect({
      host: '127.0.0.1', username: 'me', hostVerifier: (key) => key.equals(
        utils.parseKey(host.public).getPublicSSH()), ...options });
  });
}

function run(client, command, input) {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, stream) => {
      if (error) { reject(error); return; }
      const out = [];
      const err = [];
      stream.on('data', (data) => out.push(data));
      stream.stderr.on('data', (data) => err.push(data));
      stream.on('close', (code) => resolve({ code, out: Buffer.concat(out),
        err: Buffer.concat(err).toString() }));
      stream.end(input);
    });
  });
}

async function useFiles(client) {
  const sftp = await new Promise((resolve, reject) => {
    client.sftp((error, made) => (error ? reject(error) : resolve(made)));
  });
  const bytes = crypto.randomBytes(300000);
  await new Promise((resolve, reject) => {
    sftp.writeFile('/a', bytes, (error) => (error ? reject(error) : resolve()));
  });
  assert.ok(files.get('/a').equals(bytes));
  const back = await new Promise((resolve, reject) => {
    sftp.readFile('/a', (error, data) => (error ? reject(error) : resolve(data)));
  });
  assert.ok(back.equals(bytes));
}

async function useForward(client) {
  const echo = net.createServer((socket) => socket.pipe(socket));
  const port = await listen(echo);
  const stream = await new Promise((resolve, reject) => {
    client.forwardOut('127.0.0.1', 0, '127.0.0.1', port,
      (error, made) => (error ? reject(error) : resolve(made)));
  });
  stream.end('through');
  let text = '';
  for await (const piece of stream) text += piece;
  assert.strictEqual(text, 'through');
  echo.close();
}

(async () => {
  const port = await listen(server);
  const client = await connect({ port, privateKey: own.private });
  const said = await run(client, 'fail');
  assert.deepStrictEqual([said.code, `${said.out}`, said.err], [3, 'ran fail', 'to stderr']);
  await useFiles(client);
  await useForward(client);
  client.end();
  const bytes = crypto.randomBytes(100000);
  const ciphers = ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr',
    'chacha20-poly1305@openssh.com'];
  for (const cipher of ciphers) {
    const other = await connect({ port, password: 'word', algorithms: { cipher: [cipher] } });
    assert.ok((await run(other, 'cat', bytes)).out.equals(bytes), cipher);
    other.end();
  }
  await assert.rejects(connect({ port, password: 'wrong' }), { level: 'client-authentication' });
  await assert.rejects(connect({ port, password: 'word', hostVerifier: () => false }),
    /Host denied|verification failed/);
  server.close();
})();
