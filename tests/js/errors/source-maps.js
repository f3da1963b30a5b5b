// SPDX-License-Identifier: MIT
// --enable-source-maps: stacks and reports show places in the original source, whether the map is
// in the file or beside it; module.findSourceMap and process.setSourceMapsEnabled.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-maps-')));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const file = (name) => path.join(place, name);

const source = `interface Q { x: number }

function deep(q: Q): never {
  const n: number = q.x;
  throw new Error('mapped ' + n);
}

export function run(): void {
  deep({ x: 3 });
}
`;
const made = `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.run = run;
function deep(q) {
    const n = q.x;
    throw new Error('mapped ' + n);
}
function run() {
    deep({ x: 3 });
}
`;
const map = JSON.stringify({
  version: 3,
  sources: ['a.ts'],
  names: [],
  mappings: ';;AAOA,kBAEC;AAPD,SAAS,IAAI,CAAC,CAAI;IAChB,MAAM,CAAC,GAAW,CAAC,CAAC,CAAC,CAAC;I' +
    'ACtB,MAAM,IAAI,KAAK,CAAC,SAAS,GAAG,CAAC,CAAC,CAAC;AACjC,CAAC;AAED,SAAgB,GAAG;IAC' +
    'jB,IAAI,CAAC,EAAE,CAAC,EAAE,CAAC,EAAE,CAAC,CAAC;AACjB,CAAC',
});
const inline = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
fs.writeFileSync(file('a.ts'), source);
fs.writeFileSync(file('beside.js.map'), map);
fs.writeFileSync(file('beside.js'), `${made}//# sourceMappingURL=beside.js.map\n`);
fs.writeFileSync(file('inline.js'), `${made}//# sourceMappingURL=${inline}\n`);
fs.writeFileSync(file('main.js'), "require(process.argv[2]).run();\n");
fs.writeFileSync(file('find.js'), `const { findSourceMap } = require('module');
const { run } = require('./beside.js');
const places = () => {
  try { run(); } catch ({ stack }) { return stack.match(/[\\w.]+:\\d+:\\d+/g).slice(0, 2).join(); }
};
console.log(process.sourceMapsEnabled, places());
console.log(findSourceMap(require.resolve('./beside.js'))?.findEntry(5, 10).originalSource);
process.setSourceMapsEnabled(!process.sourceMapsEnabled);
console.log(process.sourceMapsEnabled, places());
`);

const run = (...words) => spawnSync(process.execPath, words, { cwd: place, encoding: 'utf8' });
for (const name of ['./beside.js', './inline.js']) {
  const { status, stderr } = run('--enable-source-maps', 'main.js', name);
  assert.strictEqual(status, 1);
  assert.ok(stderr.startsWith(`${file('a.ts')}:5
  throw new Error('mapped ' + n);
  ^


Error: mapped 3
    at deep (${file('a.ts')}:5:9)
`), stderr);
  assert.ok(stderr.includes(`${file('a.ts')}:9:3)`));
  assert.match(run('main.js', name).stderr, /\.js:6\n {4}throw new Error/);
}
const url = `file://${file('a.ts')}`;
assert.strictEqual(run('--enable-source-maps', 'find.js').stdout,
  `true a.ts:5:9,a.ts:9:3\n${url}\nfalse beside.js:6:11,beside.js:9:5\n`);
assert.match(run('find.js').stdout, /^false beside.js:6:11,beside.js:9:5\nundefined\ntrue /);
