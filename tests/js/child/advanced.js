// SPDX-License-Identifier: MIT
// serialization: 'advanced' carries what JSON cannot, and messages wait until somebody listens.
'use strict';
const assert = require('assert');
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  setTimeout(() => {
    process.on('message', (message) => process.send(message, () => process.disconnect()));
  }, 50);
} else {
  const child = fork(__filename, ['child'], { serialization: 'advanced' });
  const message = { map: new Map([[1, 2n]]), bytes: new Uint8Array(300000).fill(7), none: null };
  message.self = message;
  child.send(message);
  let received;
  child.on('message', (value) => { received = value; });
  child.on('exit', (code) => {
    assert.strictEqual(code, 0);
    assert.deepStrictEqual(received, message);
  });
}
