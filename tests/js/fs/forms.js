// SPDX-License-Identifier: MIT
// The sync, callback and promise forms write and read the same.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');

const directory = fs.mkdtempSync('forms-');
const file = path.join(directory, 'file');
fs.writeFileSync(file, 'sync\u00e9');
assert.strictEqual(fs.readFileSync(file, 'utf8'), 'sync\u00e9');
assert.deepStrictEqual(fs.readFileSync(file), Buffer.from('sync\u00e9'));
fs.appendFileSync(file, '!');
fs.readFile(file, 'latin1', (error, text) => {
  assert.ifError(error);
  assert.strictEqual(text, 'sync\u00c3\u00a9!');
  fs.writeFile(file, new Uint8Array([1, 2, 3]), (failed) => {
    assert.ifError(failed);
    promises().then(() => fs.rmSync(directory, { recursive: true }));
  });
});

async function promises() {
  assert.deepStrictEqual([...await fs.promises.readFile(file)], [1, 2, 3]);
  const large = Buffer.alloc(3 << 20, 'x');
  await fs.promises.writeFile(file, large);
  assert.ok(large.equals(await fs.promises.readFile(file)));
  await fs.promises.writeFile(file, ['a', 'b', 'c']);
  const handle = await fs.promises.open(file, 'r+');
  assert.strictEqual((await handle.stat()).size, 3);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(8), 1, 2, 1);
  assert.strictEqual(bytesRead, 2);
  assert.deepStrictEqual([...buffer], [0, 98, 99, 0, 0, 0, 0, 0]);
  const closing = handle.close();
  await closing;
  assert.strictEqual(handle.fd, -1);
  await assert.rejects(handle.stat(), { code: 'EBADF', message: 'file closed' });
}
