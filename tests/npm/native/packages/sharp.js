// SPDX-License-Identifier: MIT
// sharp: makes, resizes, composes and reads images, as promises and as streams.
'use strict';
const assert = require('assert');

(async () => {
  const sharp = require('sharp');
  const red = sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } });
  const png = await red.clone().resize(32).png().toBuffer();
  const { width, height, format } = await sharp(png).metadata();
  assert.deepStrictEqual([width, height, format], [32, 24, 'png']);
  const { data } = await sharp(png).extract({ left: 3, top: 3, width: 1, height: 1 }).raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepStrictEqual([...data], [255, 0, 0]);
  const pieces = [];
  for await (const piece of red.clone().jpeg()) pieces.push(piece);
  assert.strictEqual((await sharp(Buffer.concat(pieces)).stats()).channels.length, 3);
  const many = await Promise.all(Array.from({ length: 20 }, (_, i) => (
    red.clone().resize(10 + i).webp().toBuffer())));
  assert.strictEqual((await sharp(many[7]).metadata()).width, 17);
  await assert.rejects(sharp(Buffer.from('none')).png().toBuffer(), /unsupported image format/);
})();
