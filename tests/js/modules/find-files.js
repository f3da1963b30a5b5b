// SPDX-License-Identifier: MIT
// What require finds for a path: the file itself, extensions, directories with main or index.
'use strict';
const assert = require('assert');

const dir = './fixtures/files';
assert.strictEqual(require(`${dir}/plain`), 'plain.js');
assert.strictEqual(require(`${dir}/plain.js`), 'plain.js');
assert.strictEqual(require(`${dir}/plain.json`), 'plain.json');
assert.deepStrictEqual(require(`${dir}/data`), { a: [1, 2] });
assert.strictEqual(require(`${dir}/both`), 'both.js');
assert.strictEqual(require(`${dir}/both/`), 'both/index.js');
assert.strictEqual(require(`${dir}/both/.`), 'both/index.js');
assert.strictEqual(require(`${dir}/both/../both/`), 'both/index.js');
assert.strictEqual(require(`${dir}/main`), 'main/lib.js');
assert.strictEqual(require(`${dir}/main/index`), 'main/index.js');
assert.strictEqual(require(`${dir}/maindir`), 'maindir/lib/index.js');
assert.strictEqual(require(`${dir}/json-index`), 'json-index');
assert.strictEqual(require(`${dir}/dotted.name`), 'dotted.name.js');
assert.strictEqual(require(`${__dirname}/${dir}//plain`), 'plain.js');
assert.strictEqual(require.resolve(`${dir}/plain`), `${__dirname}/fixtures/files/plain.js`);
