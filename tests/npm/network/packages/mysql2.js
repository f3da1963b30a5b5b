// SPDX-License-Identifier: MIT
// mysql2 over TLS, with a server that speaks a small part of MySQL: the upgrade to TLS, a password
// by caching_sha2_password, queries as text, a statement with parameters, errors, a pool.
'use strict';
const assert = require('assert');
const crypto = require('crypto');
const net = require('net');
const tls = require('tls');
const mysql = require('mysql2/promise');
const { listen, secrets } = require('./help');

const { key, cert } = secrets();
const PASSWORD = 'a secret';
const SSL = 0x800;
// CLIENT_PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH, CONNECT_WITH_DB, TRANSACTIONS
const FLAGS = 0x200 | 0x8000 | 0x80000 | 0x8 | 0x2000 | SSL;
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);

const text = (value) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
const long = (value) => {
  const bytes = Buffer.from(value);
  const { length } = bytes;
  const size = [0xfd, length & 255, (length >> 8) & 255, length >> 16];
  return Buffer.concat([Buffer.from(size), bytes]);
};

function greeting(nonce) {
  const flags = Buffer.alloc(4);
  flags.writeUInt32LE(FLAGS);
  return Buffer.concat([Buffer.from([10]), Buffer.from('8.0.0\0'), Buffer.from([1, 0, 0, 0]),
    nonce.subarray(0, 8), Buffer.from([0]), flags.subarray(0, 2), Buffer.from([45, 2, 0]),
    flags.subarray(2), Buffer.from([21]), Buffer.alloc(10), nonce.subarray(8), Buffer.from([0]),
    Buffer.from('caching_sha2_password\0')]);
}

const column = (name) => Buffer.concat([text('def'), text(''), text(''), text(''), text(name),
  text(name), Buffer.from([12, 45, 0, 255, 255, 0, 0, 253, 0, 0, 0, 0, 0])]); // a VAR_STRING
const end = Buffer.from([0xfe, 0, 0, 2, 0]);
const failure = (code, message) => Buffer.concat([Buffer.from([0xff, code & 255, code >> 8]),
  Buffer.from(`#42000${message}`)]);

class Session {
  constructor(socket, counts) {
    this.counts = counts;
    this.number = 0;
    this.nonce = crypto.randomBytes(20).map((byte) => (byte % 90) + 33);
    this.state = 'hello';
    this.use(socket);
    this.send(greeting(this.nonce));
  }

  use(socket) {
    this.socket = socket;
    let rest = Buffer.alloc(0);
    socket.on('error', () => {});
    this.onData = (data) => {
      rest = Buffer.concat([rest, data]);
      while (this.socket === socket && rest.length >= 4 &&
             rest.length >= 4 + rest.readUIntLE(0, 3)) {
        const size = rest.readUIntLE(0, 3);
        this.number = rest[3] + 1;
        const packet = rest.subarray(4, 4 + size);
        rest = rest.subarray(4 + size);
        if (this.state === 'hello') this.secure(rest); // TLS from here on
        else this.take(packet);
      }
    };
    socket.on('data', this.onData);
  }

  send(...packets) {
    for (const packet of packets) {
      const head = Buffer.alloc(4);
      head.writeUIntLE(packet.length, 0, 3);
      head[3] = this.number++;
      this.socket.write(Buffer.concat([head, packet]));
    }
  }

  secure(rest) {
    const { socket } = this;
    socket.removeListener('data', this.onData);
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    this.state = 'secure';
    this.use(new tls.TLSSocket(socket, { isServer: true, key, cert }));
  }

  take(packet) {
    if (this.state === 'secure') { // requests the password in clear text, which TLS protects
      this.state = 'password';
      this.send(Buffer.from([1, 4]));
    } else if (this.state === 'password') {
      const isRight = packet.toString() === `${PASSWORD}\0`;
      this.state = 'ready';
      if (isRight) this.counts.logins++;
      this.send(isRight ? OK : failure(1045, 'Access denied'));
    } else {
      this.command(packet);
    }
  }

  command(packet) {
    const body = packet.toString('utf8', 1);
    switch (packet[0]) {
      case 1: this.socket.end(); break; // quit
      case 3: this.query(body); break;
      case 14: this.send(OK); break; // ping
      case 22: this.send(Buffer.from([0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]), column('?'), end,
        column('value'), end); break; // prepare
      case 23: this.execute(packet); break;
      case 25: break; // close a statement
      default: this.send(failure(1047, 'Unknown command'));
    }
  }

  // Returns the parameter, which is last in the packet: a text after its length.
  execute(packet) {
    const at = 1 + 4 + 1 + 4 + 1 + 1 + 2; // code, statement, flags, count, nulls, bound, type
    this.send(Buffer.from([1]), column('value'), end,
      Buffer.concat([Buffer.from([0, 0]), long(packet.subarray(at + 1))]), end);
  }

  query(sql) {
    if (sql === 'SELECT nonsense') {
      this.send(failure(1054, 'Unknown column'));
    } else if (sql.startsWith('SELECT large')) {
      this.send(Buffer.from([1]), column('value'), end, long('x'.repeat(1 << 20)), end);
    } else if (sql.startsWith('SELECT')) {
      this.send(Buffer.from([2]), column('a'), column('b'), end,
        Buffer.concat([text('1'), text('\u20ac')].map((b, i) => (i === 0 ? b : long('\u20ac')))),
        Buffer.concat([text('2'), Buffer.from([0xfb])]), end);
    } else {
      this.send(OK);
    }
  }
}

(async () => {
  const counts = { logins: 0 };
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    new Session(socket, counts);
  });
  const port = await listen(server);
  const options = { host: '127.0.0.1', port, user: 'me', password: PASSWORD,
    ssl: { ca: cert, verifyIdentity: false } };
  const connection = await mysql.createConnection(options);
  assert.strictEqual(connection.connection.stream.encrypted, true);
  const [rows] = await connection.query('SELECT a, b');
  assert.deepStrictEqual(rows.map((row) => ({ ...row })),
    [{ a: '1', b: '\u20ac' }, { a: '2', b: null }]);
  const [large] = await connection.query('SELECT large');
  assert.strictEqual(large[0].value.length, 1 << 20);
  const [back] = await connection.execute('SELECT ?', ['given']);
  assert.strictEqual(back[0].value, 'given');
  await assert.rejects(connection.query('SELECT nonsense'), { errno: 1054, sqlState: '42000' });
  await connection.end();
  const pool = mysql.createPool({ ...options, connectionLimit: 4 });
  const all = await Promise.all(Array.from({ length: 12 }, () => pool.query('SELECT a, b')));
  assert.ok(all.every(([found]) => found.length === 2));
  await pool.end();
  assert.ok(counts.logins >= 2 && counts.logins <= 5);
  await assert.rejects(mysql.createConnection({ ...options, password: 'wrong' }), { errno: 1045 });
  for (const socket of sockets) socket.destroy();
  server.close();
})();
