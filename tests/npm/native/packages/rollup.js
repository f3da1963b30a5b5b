// SPDX-License-Identifier: MIT
// rollup 4: bundles modules from plugins, with source maps, chunks and errors.
'use strict';
const assert = require('assert');

(async () => {
  const { rollup } = require('rollup');
  const files = {
    main: 'import { a } from "lib"; console.log(a); import("late");',
    lib: 'export const a = 1, unused = 2;',
    late: 'import { a } from "lib"; export default a;',
    bad: 'let = ;',
  };
  const plugins = [{
    name: 'files',
    resolveId: (id) => id,
    load: (id) => files[id],
  }];
  const bundle = await rollup({ input: 'main', plugins });
  const { output } = await bundle.generate({ format: 'es', sourcemap: true });
  assert(output.length >= 2);
  assert(output.some(({ code }) => code?.includes('const a = 1')));
  assert(!output.some(({ code }) => code?.includes('unused')));
  assert.strictEqual(JSON.parse(output[0].map).version, 3);
  await assert.rejects(rollup({ input: 'bad', plugins }), { code: 'PARSE_ERROR' });
})();
