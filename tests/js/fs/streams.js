// SPDX-License-Identifier: MIT
// File streams honour start and end, emit open and close, and pipe.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { pipeline } = require('stream/promises');

const name = `stream-${process.pid}`;
const events = [];
const out = fs.createWriteStream(name);
for (const event of ['open', 'ready', 'finish', 'close']) out.on(event, () => events.push(event));
out.write('0123');
out.write('4567');
out.end('89');
out.on('close', async () => {
  assert.deepStrictEqual(events, ['open', 'ready', 'finish', 'close']);
  assert.strictEqual(out.bytesWritten, 10);
  let text = '';
  for await (const piece of fs.createReadStream(name, { encoding: 'utf8', start: 2, end: 6 })) {
    text += piece;
  }
  assert.strictEqual(text, '23456');
  await pipeline(fs.createReadStream(name), fs.createWriteStream(`${name}.copy`));
  assert.strictEqual(fs.readFileSync(`${name}.copy`, 'utf8'), '0123456789');
  fs.rmSync(name);
  fs.rmSync(`${name}.copy`);
});
