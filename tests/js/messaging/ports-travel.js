// SPDX-License-Identifier: MIT
// A port can be sent through another; messages that were posted to it before are not lost.
'use strict';
const assert = require('assert');
const { receiveMessageOnPort } = require('worker_threads');

const road = new MessageChannel();
const inner = new MessageChannel();
inner.port2.postMessage('early');
road.port1.postMessage({ port: inner.port1 }, [inner.port1]);
assert.throws(() => road.port1.postMessage(inner.port2), {
  code: 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST',
});
let got;
road.port2.onmessage = ({ data, ports }) => {
  assert.strictEqual(ports[0], data.port);
  got = receiveMessageOnPort(data.port);
  road.port2.close();
};
process.on('exit', () => assert.deepStrictEqual(got, { message: 'early' }));
