// SPDX-License-Identifier: MIT
// JSON modules with their attribute, and modules in data: URLs.
import assert from 'assert';
import data from './fixtures/files/data.json' with { type: 'json' };

assert.deepStrictEqual(data, { a: [1, 2] });
const json = './fixtures/files/data.json';
const ns = await import(json, { with: { type: 'json' } });
assert.deepStrictEqual(Object.keys(ns), ['default']);
assert.strictEqual(ns.default, data);
await assert.rejects(import(json), { code: 'ERR_IMPORT_ASSERTION_TYPE_MISSING' });
await assert.rejects(import(json, { with: { type: 'nope' } }),
  { code: 'ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED' });
await assert.rejects(import('./fixtures/child.js', { with: { type: 'json' } }),
  { code: 'ERR_IMPORT_ASSERTION_TYPE_FAILED' });
await assert.rejects(import('./fixtures/child.js', { with: { nope: 'x' } }),
  { code: 'ERR_IMPORT_ATTRIBUTE_UNSUPPORTED' });
await assert.rejects(import('./fixtures/files/bad.json', { with: { type: 'json' } }), SyntaxError);

const url = 'data:text/javascript,export default 5; export const { url } = import.meta';
const made = await import(url);
assert.deepStrictEqual([made.default, made.url], [5, url]);
assert.strictEqual((await import('data:text/javascript,export default "%41"')).default, 'A');
const object = await import('data:application/json,{"a":1}', { with: { type: 'json' } });
assert.deepStrictEqual(object.default, { a: 1 });
await assert.rejects(import('data:text/javascript,import "./x.mjs"'),
  { code: 'ERR_UNSUPPORTED_RESOLVE_REQUEST' });
await assert.rejects(import('data:text/nope,x'), { code: 'ERR_UNKNOWN_MODULE_FORMAT' });
