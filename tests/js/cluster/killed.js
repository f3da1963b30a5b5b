// SPDX-License-Identifier: MIT
// Workers are killed under load: connections that a killed worker had not accepted are answered by
// others, and none is answered twice. (Node 20 loses those that are on the way.)
'use strict';
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

const BETWEEN = 50; // connections between two kills
const AT_ONCE = 16;
const KILLS = 5;

if (cluster.isWorker) {
  net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => socket.end(`<${data}>`));
  }).listen(0, '127.0.0.1');
} else {
  let port;
  let begun = 0;
  let answered = 0;
  let cutOff = 0;
  let ended = 0; // since the last kill
  let kills = 0;
  let finished = false;
  const isUp = (count) => Object.values(cluster.workers)
    .filter(({ state }) => state === 'listening').length === count;
  const finish = () => { finished = true; };
  const kill = () => {
    kills++;
    ended = 0;
    Object.values(cluster.workers)[0].process.kill('SIGKILL');
  };
  const connect = () => {
    const name = `${begun++}`;
    let text = '';
    const client = net.connect(port, '127.0.0.1', () => client.write(name));
    client.on('data', (data) => { text += data; });
    client.on('error', () => {});
    client.on('close', () => {
      if (text === `<${name}>`) answered++;
      else cutOff++;
      assert.ok(text === '' || text === `<${name}>`, text);
      if (++ended >= BETWEEN && isUp(2)) {
        if (kills === KILLS) finish();
        else kill();
      }
      if (!finished) connect();
      else if (begun === answered + cutOff) cluster.disconnect();
    });
  };
  cluster.on('listening', (worker, address) => {
    ({ port } = address);
    if (begun === 0 && isUp(2)) for (let i = 0; i < AT_ONCE; i++) connect();
  });
  cluster.on('exit', (worker, code, signal) => {
    if (signal !== null) cluster.fork();
  });
  cluster.fork();
  cluster.fork();
  process.on('exit', () => {
    assert.strictEqual(kills, KILLS);
    assert.strictEqual(answered + cutOff, begun);
    // A worker answers as soon as it has read: few connections are accepted and not answered.
    assert.ok(cutOff <= KILLS * AT_ONCE, `${cutOff} cut off`);
  });
}
