// SPDX-License-Identifier: MIT
// The globals of fetch are where Node has them, options hide or show them, and nothing of undici is
// loaded before one is used.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');

const property = (name) => Object.getOwnPropertyDescriptor(globalThis, name);
assert.strictEqual(property('fetch').enumerable, true);
assert.strictEqual(typeof property('fetch').value, 'function');
assert.strictEqual(fetch.name, 'fetch');
assert.strictEqual(fetch.length, 1);
for (const name of ['Headers', 'Request', 'Response', 'FormData']) {
  assert.strictEqual(property(name).enumerable, false, name);
  assert.strictEqual(globalThis[name].name, name);
}
assert.match(process.versions.undici, /^\d+\.\d+\.\d+$/);

function names(...options) {
  const text = 'console.log(["fetch", "Headers", "Request", "Response", "FormData", "WebSocket", ' +
    '"EventSource"].filter((name) => name in globalThis).join())';
  return execFileSync(process.execPath, [...options, '-e', text], { encoding: 'utf8' }).trim();
}
assert.strictEqual(names('--experimental-websocket', '--experimental-eventsource'),
  'fetch,Headers,Request,Response,FormData,WebSocket,EventSource');
assert.strictEqual(names('--no-experimental-websocket'),
  'fetch,Headers,Request,Response,FormData');
assert.strictEqual(names('--no-experimental-fetch', '--no-experimental-websocket'), '');

// A Request understands a body of any kind even if it is the first global to be used.
const sample = 'new Request("http://x/", { method: "POST", body: new URLSearchParams("a=b") })' +
  '.text().then(console.log)';
assert.strictEqual(execFileSync(process.execPath, ['-e', sample], { encoding: 'utf8' }), 'a=b\n');
