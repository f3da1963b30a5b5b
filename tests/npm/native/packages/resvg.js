// SPDX-License-Identifier: MIT
// @resvg/resvg-js: renders an SVG as a PNG.
'use strict';
const assert = require('assert');

const { Resvg } = require('@resvg/resvg-js');

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">' +
  '<rect width="10" height="10" fill="red"/></svg>';
const image = new Resvg(svg, { fitTo: { mode: 'width', value: 20 } }).render();
assert.strictEqual(image.width, 20);
assert.deepStrictEqual([...image.pixels.subarray(0, 4)], [255, 0, 0, 255]);
assert.strictEqual(image.asPng().toString('latin1', 1, 4), 'PNG');
assert.throws(() => new Resvg('<svg'));
