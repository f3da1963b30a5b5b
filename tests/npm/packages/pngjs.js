// SPDX-License-Identifier: MIT
// pngjs: images are written and read, in one piece and as streams; a broken one is an error.
'use strict';
const assert = require('assert');
const { PNG } = require('pngjs');

const image = new PNG({ width: 8, height: 4 });
for (let i = 0; i < image.data.length; i++) image.data[i] = i * 7;

const bytes = PNG.sync.write(image);
const read = PNG.sync.read(bytes);
assert.deepStrictEqual([read.width, read.height], [8, 4]);
assert.ok(read.data.equals(image.data));
assert.throws(() => PNG.sync.read(bytes.subarray(0, 40)));

let ends = 0;
image.pack().pipe(new PNG()).on('parsed', function() {
  assert.ok(this.data.equals(image.data));
  ends++;
});
new PNG().parse(Buffer.from('nonsense'), (error) => {
  assert.match(error.message, /Invalid file signature/);
  ends++;
});
process.on('exit', () => assert.strictEqual(ends, 2));
