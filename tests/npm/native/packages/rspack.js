// SPDX-License-Identifier: MIT
// @rspack/core: bundles a project, which then runs; an error is reported.
'use strict';
const assert = require('assert');
const { directory } = require('./help');

(async () => {
  const path = require('path');
  const { promisify } = require('util');
  const { rspack } = require('@rspack/core');
  const place = directory({
    'a.js': 'import { b } from "./b"; module.exports = b + 1;',
    'b.js': 'export const b = 41;',
    'bad.js': 'import "./none";',
  });
  const build = (entry) => promisify(rspack)({
    context: place, entry: `./${entry}.js`, mode: 'production', target: 'node',
    output: { path: path.join(place, 'out'), filename: '[name].js' },
  });
  const stats = await build('a');
  assert.deepStrictEqual(stats.toJson().errors, []);
  assert(require('fs').existsSync(path.join(place, 'out/main.js')));
  assert.match((await build('bad')).toJson().errors[0].message, /none/);
  process.exit(0);
})();
