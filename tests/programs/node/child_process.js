#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Children: spawn, exec, fork with messages and a handle, streams both ways, signals, errors,
// detached ones, time limits, the synchronous forms.
'use strict';
const { spawn, exec, execFile, fork, spawnSync, execSync } = require('child_process');
const { once } = require('events');
const net = require('net');

const { say, run } = require('./say.js');

if (process.argv[2] === 'child') {
  process.on('message', (message, server) => {
    if (server) {
      server.on('connection', (socket) => socket.end('answered by the child'));
      process.send('listening');
    } else if (message === 'end') {
      process.disconnect();
      process.exit(9);
    } else {
      process.send({ ...message, answer: message.question * 2 });
    }
  });
  return;
}

async function output(child) {
  let out = '', err = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { err += data; });
  const [code, signal] = await once(child, 'close');
  return [code, signal, out, err];
}

async function forked() {
  const child = fork(__filename, ['child']);
  const answers = [];
  await new Promise((done) => {
    child.on('message', (message) => {
      answers.push(message.answer);
      if (answers.length === 200) done();
    });
    for (let i = 0; i < 200; i++) child.send({ question: i, filler: 'x'.repeat(1000) });
  });
  say('messages', answers.every((answer, i) => answer === 2 * i));
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  child.send('server', server);
  await once(child, 'message');
  server.close();
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
  say('handle', (await once(socket, 'data'))[0]);
  child.send('end');
  say('forked', await once(child, 'exit'));
}

async function main() {
  const cat = spawn('cat');
  const large = Buffer.alloc(3_000_000, 'abc');
  cat.stdin.end(large);
  const [code, signal, out] = await output(cat);
  say('cat', code, signal, out === large.toString());
  say('shell', await output(spawn('echo out; echo err >&2; exit 3', { shell: true })));
  say('settings', await output(spawn('sh', ['-c', 'pwd; echo $WORD'],
    { cwd: '/usr/lib', env: { WORD: 'said' } })));
  const [missing] = await once(spawn('./is-not-there'), 'error');
  say('missing', missing.code, missing.syscall);
  const [nowhere] = await once(spawn('true', { cwd: '/is/not/there' }), 'error');
  say('nowhere', nowhere.code);
  const sleeper = spawn('sleep', ['60']);
  say('kill', sleeper.kill('SIGINT'), await once(sleeper, 'exit'));
  await new Promise((done) => exec('exec sleep 60', { timeout: 100 }, (error) => {
    say('time limit', error.killed, error.signal);
    done();
  }));
  await new Promise((done) => execFile('sh', ['-c', 'echo words; exit 4'], (error, text) => {
    say('execFile', error.code, text);
    done();
  }));
  const controller = new AbortController();
  const aborted = spawn('sleep', ['60'], { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  say('aborted', (await once(aborted, 'error'))[0].name);
  const own = spawn('sleep', ['0.05'], { detached: true, stdio: 'ignore' });
  own.unref();
  say('detached', await once(own, 'exit'));
  const codes = await Promise.all(Array.from({ length: 60 }, async (_, i) =>
    (await once(spawn('sh', ['-c', `exit ${i}`]), 'exit'))[0]));
  say('sixty', codes.every((value, i) => value === i));
  const extra = spawn('sh', ['-c', 'echo on three >&3; cat <&4'],
    { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
  extra.stdio[4].end('from four\n');
  say('extra', (await once(extra.stdio[3].setEncoding('utf8'), 'data'))[0].trim(),
    await once(extra, 'exit'));
  await forked();
  const sync = spawnSync('cat', { input: large, maxBuffer: 1e7 });
  say('sync', sync.status, sync.stdout.equals(large));
  say('sync, missing', spawnSync('./is-not-there').error.code);
  say('sync, time limit', spawnSync('sleep', ['60'], { timeout: 100 }).error.code);
  say('execSync', execSync('echo words').toString().trim());
}

run(main);
