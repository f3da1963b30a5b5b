// SPDX-License-Identifier: MIT
// Connections go to the workers in turn; events and states of both sides; who listens where.
'use strict';
const assert = require('assert');
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  assert.strictEqual('NODE_UNIQUE_ID' in process.env, false);
  const server = net.createServer((socket) => socket.end(`${cluster.worker.id}`));
  server.listen(0, '127.0.0.1');
} else {
  const seen = [];
  for (const name of ['fork', 'online', 'listening', 'disconnect', 'exit']) {
    cluster.on(name, (worker) => seen.push(`${name} ${worker.state}`));
  }
  const workers = [cluster.fork(), cluster.fork(), cluster.fork()];
  assert.deepStrictEqual(Object.keys(cluster.workers), ['1', '2', '3']);
  assert.strictEqual(workers[0].state, 'none');
  const ports = new Set();
  const answers = [];
  const ask = (port, left) => {
    let text = '';
    net.connect(port, '127.0.0.1').on('data', (data) => { text += data; }).on('close', () => {
      answers.push(text);
      if (left > 1) ask(port, left - 1);
      else cluster.disconnect();
    });
  };
  let listening = 0;
  cluster.on('listening', (worker, { address, port, addressType, fd }) => {
    assert.deepStrictEqual([address, addressType, fd], ['127.0.0.1', 4, undefined]);
    ports.add(port);
    if (++listening === 3) ask(port, 9);
  });
  process.on('exit', () => {
    assert.strictEqual(ports.size, 1);
    for (const id of ['1', '2', '3']) {
      assert.strictEqual(answers.filter((one) => one === id).length, 3, `${answers}`);
    }
    assert.deepStrictEqual(answers.slice(0, 3), answers.slice(3, 6));
    assert.deepStrictEqual(cluster.workers, {});
    const expected = [
      'fork none', 'online online', 'listening listening', 'disconnect disconnected', 'exit dead',
    ];
    assert.deepStrictEqual(seen.toSorted(), expected.flatMap((one) => [one, one, one]).toSorted());
    assert.ok(workers.every((worker) => worker.exitedAfterDisconnect && worker.isDead()));
  });
}
