// SPDX-License-Identifier: MIT
// webpack in production mode: modules in one file, a lazily loaded one, names shortened by threads.
'use strict';
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const webpack = require('webpack');
const { directory } = require('./help');

const folder = directory({
  'index.mjs': 'import { twice } from "./twice.mjs";' +
    'import("./later.mjs").then((later) => console.log(twice(21), later.default));',
  'twice.mjs': 'export const twice = (someNumber) => someNumber * 2;' +
    'export const unused = "never";',
  'later.mjs': 'export default "later";',
});

let built = false;
webpack({
  mode: 'production',
  target: 'node',
  context: folder,
  entry: './index.mjs',
  output: { path: path.join(folder, 'out'), filename: '[name].js', chunkFilename: '[name].js' },
}, (error, stats) => {
  assert.ifError(error);
  assert.ok(!stats.hasErrors(), stats.toString());
  const main = path.join(folder, 'out/main.js');
  const made = fs.readFileSync(main, 'utf8');
  assert.ok(!made.includes('someNumber') && !made.includes('never'), made);
  assert.strictEqual(execFileSync(process.execPath, [main], { encoding: 'utf8' }), '42 later\n');
  built = true;
});
process.on('exit', (code) => assert.ok(built || code !== 0));
