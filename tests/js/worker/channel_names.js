// SPDX-License-Identifier: MIT
// A worker has no channel to a parent process; where its environment has the names of one, using
// it is an error.
'use strict';
const assert = require('assert');
const { once } = require('events');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const names = ['channel', 'connected', 'send', 'disconnect'];

if (!isMainThread) {
  parentPort.postMessage(workerData.map((name) => {
    try {
      const value = process[name];
      return typeof value === 'function' ? value() : typeof value;
    } catch (error) {
      return error.code;
    }
  }));
} else {
  (async () => {
    const seen = async (env) => (
      await once(new Worker(__filename, { workerData: names, env }), 'message'))[0];
    assert.deepStrictEqual(await seen({}), names.map(() => 'undefined'));
    assert.deepStrictEqual(await seen({ NODE_CHANNEL_FD: 'x' }),
      names.map(() => 'ERR_WORKER_UNSUPPORTED_OPERATION'));
  })();
}
