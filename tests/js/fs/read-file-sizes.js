// SPDX-License-Identifier: MIT
// fs.readFile of sizes around those at which it is done in another way: the bytes, their memory,
// texts, promises, and signals that are aborted meanwhile.
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'sizes-'));
let open = 0;

function read(file, options, check) {
  open++;
  fs.readFile(file, options, (error, data) => {
    open--;
    check(error, data);
  });
}

for (const size of [0, 1, 5, 4095, 4096, 4097, 8192, 16383, 16384, 16385, 40000]) {
  const bytes = Buffer.alloc(size, size % 251 + 1);
  const file = path.join(place, `${size}`);
  fs.writeFileSync(file, bytes);
  read(file, undefined, (error, data) => {
    assert.ifError(error);
    assert.ok(bytes.equals(data));
    assert.strictEqual(data.buffer.byteLength, size);
    assert.strictEqual(data.byteOffset, 0);
  });
  for (const encoding of ['latin1', 'utf8', 'hex']) {
    read(file, encoding, (error, text) => {
      assert.ifError(error);
      assert.strictEqual(text, bytes.toString(encoding));
    });
  }
  const controller = new AbortController();
  read(file, { signal: controller.signal }, (error) => {
    assert.strictEqual(error.name, 'AbortError');
  });
  controller.abort();
  open++;
  fs.promises.readFile(file).then((data) => {
    open--;
    assert.ok(bytes.equals(data));
  });
}

process.on('exit', () => {
  assert.strictEqual(open, 0);
  fs.rmSync(place, { recursive: true });
});
