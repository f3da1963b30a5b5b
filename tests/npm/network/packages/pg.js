// SPDX-License-Identifier: MIT
// pg with a real PostgreSQL, which requires a password (SCRAM-SHA-256), plain and over TLS: queries
// with parameters, a transaction, a large value, a pool, notifications, errors.
'use strict';
const assert = require('assert');
const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const net = require('net');
const path = require('path');
const pg = require('pg');
const { directory, secrets } = require('./help');

// Where the distribution has its programs; they do not run as root.
function find() {
  const base = '/usr/lib/postgresql';
  const versions = fs.existsSync(base) ? fs.readdirSync(base) : [];
  const place = versions.map((v) => path.join(base, v, 'bin'))
    .find((bin) => fs.existsSync(path.join(bin, 'initdb')));
  if (place === undefined) return undefined;
  const isRoot = process.getuid() === 0;
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  return (name, ...args) => [...as, path.join(place, name), ...args];
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function prepare(program) {
  const place = directory({ 'password': 'a secret\n', ...secretFiles() });
  if (process.getuid() === 0) spawnSync('chown', ['-R', 'postgres:postgres', place]);
  fs.chmodSync(path.join(place, 'key.pem'), 0o600);
  const data = path.join(place, 'data');
  const [command, ...args] = program('initdb', '-D', data, '-U', 'me', '-A', 'scram-sha-256',
    `--pwfile=${path.join(place, 'password')}`, '--no-sync', '-E', 'UTF8', '--locale=C');
  const made = spawnSync(command, args, { encoding: 'utf8' });
  assert.strictEqual(made.status, 0, made.stderr);
  return { place, data };
}

function secretFiles() {
  const { key, cert } = secrets();
  return { 'key.pem': key, 'cert.pem': cert };
}

async function connect(options) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(options);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries > 200 || !['ECONNREFUSED', '57P03'].includes(error.code)) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
  }
}

async function use(client, options) {
  const { rows } = await client.query('SELECT $1::int + 1 AS n, $2::text AS t, now() AS d',
    [41, '\u20ac']);
  assert.strictEqual(rows[0].n, 42);
  assert.strictEqual(rows[0].t, '\u20ac');
  assert.ok(rows[0].d instanceof Date);
  await client.query('CREATE TEMP TABLE things (id serial, data bytea, doc jsonb)');
  const bytes = Buffer.alloc(1 << 20, 'x');
  await client.query('BEGIN');
  await client.query('INSERT INTO things (data, doc) VALUES ($1, $2)', [bytes, { a: [1, null] }]);
  await client.query('COMMIT');
  const stored = await client.query('SELECT data, doc FROM things');
  assert.ok(stored.rows[0].data.equals(bytes));
  assert.deepStrictEqual(stored.rows[0].doc, { a: [1, null] });
  await assert.rejects(client.query('SELECT nonsense'), { code: '42703', severity: 'ERROR' });
  const heard = new Promise((resolve) => { client.on('notification', resolve); });
  await client.query('LISTEN news');
  const pool = new pg.Pool({ ...options, max: 3 });
  const sums = await Promise.all(Array.from({ length: 20 }, (_, i) =>
    pool.query('SELECT pg_sleep(0.001), $1::int * 2 AS n', [i])));
  sums.forEach((sum, i) => assert.strictEqual(sum.rows[0].n, i * 2));
  await pool.query('SELECT pg_notify($1, $2)', ['news', 'hello']);
  assert.strictEqual((await heard).payload, 'hello');
  await pool.end();
}

(async () => {
  const program = find();
  if (program === undefined) {
    console.log('there is no PostgreSQL here');
    process.exit(77);
  }
  const { place, data } = prepare(program);
  const port = await freePort();
  const [command, ...args] = program('postgres', '-D', data, '-p', port, '-k', place, '-F',
    '-c', 'listen_addresses=127.0.0.1', '-c', 'ssl=on',
    '-c', `ssl_cert_file=${path.join(place, 'cert.pem')}`,
    '-c', `ssl_key_file=${path.join(place, 'key.pem')}`);
  const server = spawn(command, args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => { server.on('exit', resolve); });
  try {
    const options = { host: '127.0.0.1', port, user: 'me', password: 'a secret',
      database: 'postgres' };
    const plain = await connect(options);
    await use(plain, options);
    await plain.end();
    const secure = { ...options, ssl: { ca: secrets().cert, servername: 'localhost' } };
    const client = await connect(secure);
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    assert.strictEqual(rows[0].ssl, true);
    await use(client, secure);
    await client.end();
    await assert.rejects(connect({ ...options, password: 'wrong' }), { code: '28P01' });
  } finally {
    server.kill('SIGINT');
    await ended;
  }
})();
