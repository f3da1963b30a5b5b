// SPDX-License-Identifier: MIT
// Against openssl s_client and s_server, both ways over the versions and ciphers they share, and
// curl as a client of https: peers.js DIRECTORY. Prints what went wrong.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const https = require('https');
const net = require('net');
const path = require('path');
const tls = require('tls');

const directory = process.argv[2];
const file = (name) => path.join(directory, name);
const read = (name) => fs.readFileSync(file(name));
const LOW = 'DEFAULT:@SECLEVEL=0';
let failed = 0;

function check(label, good, seen) {
  if (good) return;
  failed++;
  console.log(`${label}: ${seen}`);
}

// [version, openssl's option for it, cipher]
const pairs = [
  ['TLSv1', '-tls1', 'ECDHE-RSA-AES128-SHA'], ['TLSv1.1', '-tls1_1', 'AES256-SHA'],
  ...['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305', 'AES128-GCM-SHA256',
    'DHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA384', 'AES256-CCM',
    'ECDHE-RSA-CAMELLIA128-SHA256', 'ECDHE-ARIA256-GCM-SHA384',
  ].map((name) => ['TLSv1.2', '-tls1_2', name]),
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_CCM_SHA256'].map((name) => ['TLSv1.3', '-tls1_3', name]),
];

const both = (version, cipher) => (version === 'TLSv1.3' ? cipher : `${cipher}:@SECLEVEL=0`);
const flag = (version) => (version === 'TLSv1.3' ? '-ciphersuites' : '-cipher');

function run(command, args, input, until) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    const timer = setTimeout(() => child.kill(), 10000);
    child.stdout.on('data', (data) => {
      out += data;
      if (until !== undefined && out.includes(until)) child.stdin.end();
    });
    child.stderr.on('data', (data) => { err += data; });
    child.stdin.on('error', () => {});
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
    child.stdin.write(input);
    if (until === undefined) child.stdin.end();
  });
}

async function asServer([version, option, cipher]) {
  const server = tls.createServer({
    key: read('rsa.key'), cert: read('rsa.crt'), minVersion: version, maxVersion: version,
    ciphers: both(version, cipher), dhparam: 'auto',
  }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => socket.write(`${socket.getCipher().name} ${data}`));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const { out, err } = await run('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, option,
    flag(version), both(version, cipher), '-CAfile', file('ca.crt'), '-servername', 'localhost',
    '-verify_return_error', '-quiet', '-no_ign_eof'], 'ping\n', 'ping');
  check(`server ${version} ${cipher}`, out.includes(`${cipher} ping`), `${out}${err}`);
  server.close();
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.on('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function asClient([version, option, cipher]) {
  const port = await freePort();
  const child = spawn('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, '-key',
    file('rsa.key'), '-cert', file('rsa.crt'), option, flag(version), both(version, cipher),
    '-rev', '-naccept', '1'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const timer = setTimeout(() => child.kill(), 10000);
  const gone = new Promise((resolve) => child.on('close', resolve));
  await new Promise((resolve) => {
    child.stdout.on('data', (data) => { if (`${data}`.includes('ACCEPT')) resolve(); });
    gone.then(resolve);
  });
  const seen = await new Promise((resolve) => {
    let out = '';
    const socket = tls.connect({
      port, host: '127.0.0.1', servername: 'localhost', ca: read('ca.crt'), minVersion: version,
      maxVersion: version, ciphers: both(version, cipher),
    }, () => socket.write('abc\n'));
    socket.on('data', (data) => {
      out += data;
      if (out.includes('cba')) socket.end();
    });
    socket.on('error', (error) => resolve(error.message));
    socket.on('close', () => resolve(`${out}${socket.authorized}`));
  });
  check(`client ${version} ${cipher}`, seen.includes('cba') && seen.endsWith('true'), seen);
  child.kill();
  clearTimeout(timer);
  await gone;
}

// Sessions of openssl are resumed.
async function resumption(version, option) {
  const server = tls.createServer({ key: read('ec.key'), cert: read('ec.crt'),
    minVersion: version, maxVersion: version }, (socket) => {
    socket.on('error', () => {});
    socket.end(`reused ${socket.isSessionReused()}`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const args = ['s_client', '-connect', `127.0.0.1:${server.address().port}`, option, '-CAfile',
    file('ca.crt')];
  const saved = file(`session-${version}`);
  const first = await run('openssl', [...args, '-sess_out', saved], '', 'reused');
  const second = await run('openssl', [...args, '-sess_in', saved], '', 'reused');
  check(`resumption ${version}`,
    first.out.includes('reused false') && second.out.includes('reused true'),
    first.out.slice(-300) + second.out.slice(-300));
  server.close();
}

async function curl() {
  const server = https.createServer({ key: read('rsa.key'), cert: read('rsa.crt'),
    ca: read('ca.crt'), requestCert: true, rejectUnauthorized: false }, (req, res) => {
    let size = 0;
    req.on('data', (data) => { size += data.length; });
    req.on('end', () => res.end(`${req.method} ${size} ${req.socket.authorized} ` +
      `${req.socket.getPeerCertificate().subject?.CN ?? '-'} ${'z'.repeat(70000)}\n`));
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const { port } = server.address();
  const url = `https://localhost:${port}/`;
  fs.writeFileSync(file('body'), Buffer.alloc(300000, 'b'));
  const common = ['-s', '--http1.1', '--cacert', file('ca.crt'), '--max-time', '10'];
  const two = await run('curl', [...common, url, url], '');
  check('curl', two.out.split('GET 0 false - z').length === 3,
    `${two.code} ${two.out.slice(0, 99)}`);
  const post = await run('curl', [...common, '--key', file('client.key'), '--cert',
    file('client.crt'), '--data-binary', `@${file('body')}`, url], '');
  check('curl with a certificate', post.out.startsWith('POST 300000 true someone z'),
    post.out.slice(0, 99));
  const old = await run('curl', [...common, '--tls-max', '1.1', '--ciphers', LOW, url], '');
  check('curl with TLS 1.1', old.code === 35, `exit status ${old.code}`);
  const stranger = await run('curl', ['-s', '--cacert', file('foreign.crt'), url], '');
  check('curl that does not trust', stranger.code === 60, `exit status ${stranger.code}`);
  server.close();
  server.closeAllConnections();
}

async function main() {
  for (const pair of pairs) {
    await asServer(pair);
    await asClient(pair);
  }
  await resumption('TLSv1.2', '-tls1_2');
  await resumption('TLSv1.3', '-tls1_3');
  await curl();
  process.exitCode = failed === 0 ? 0 : 1;
}

main();
