// SPDX-License-Identifier: MIT
// module.SourceMap finds the original place of generated code.
'use strict';
const assert = require('assert');
const { SourceMap, findSourceMap } = require('module');

const payload = { version: 3, sources: ['a.ts'], names: ['x'], mappings: 'AAAA,IAAIA;AACA,C' };
const map = new SourceMap(payload);
assert.deepStrictEqual(map.payload, payload);
assert.notStrictEqual(map.payload, payload);
assert.deepStrictEqual(map.findEntry(0, 5), {
  generatedLine: 0,
  generatedColumn: 4,
  originalSource: 'a.ts',
  originalLine: 0,
  originalColumn: 4,
  name: 'x',
});
assert.strictEqual(map.findEntry(0, 3).originalColumn, 0);
assert.strictEqual(map.findEntry(1, 0).originalLine, 1);
assert.deepStrictEqual(map.findOrigin(1, 6),
  { name: 'x', fileName: 'a.ts', lineNumber: 1, columnNumber: 6 });
assert.throws(() => new SourceMap(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.strictEqual(findSourceMap(__filename), undefined);
