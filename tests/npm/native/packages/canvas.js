// SPDX-License-Identifier: MIT
// @napi-rs/canvas: paths, pixels, text metrics, encoding on the pool, images read again.
'use strict';
const assert = require('assert');

(async () => {
  const { createCanvas, loadImage } = require('@napi-rs/canvas');
  const canvas = createCanvas(50, 50);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, 10, 10);
  assert.deepStrictEqual([...context.getImageData(5, 5, 1, 1).data], [255, 0, 0, 255]);
  const png = await canvas.encode('png');
  const image = await loadImage(png);
  assert.strictEqual(image.width, 50);
  context.drawImage(image, 20, 20);
  assert.deepStrictEqual([...context.getImageData(25, 25, 1, 1).data], [255, 0, 0, 255]);
  assert(context.measureText('text').width >= 0);
})();
