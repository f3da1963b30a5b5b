// SPDX-License-Identifier: MIT
// Packages for import: "exports" and "imports" with the condition "import", and missing ones.
import assert from 'assert';
import load, { resolve } from './fixtures/packages/import.mjs';

const home = new URL('fixtures/packages/', import.meta.url);
const path = (name) => decodeURI(new URL(name, home).pathname);
const value = async (specifier) => (await load(specifier)).default;
assert.strictEqual(await value('plain'), 'plain');
assert.strictEqual(await value('plain/sub.js'), 'plain/sub');
assert.strictEqual((await load('with-exports')).kind, 'import');
assert.strictEqual(await value('with-exports/deep/a'), 'feature a');
assert.strictEqual(await value('#kind'), 'own-import');
assert.strictEqual(await value('#plain'), 'plain');
assert.strictEqual(await value('#pattern/x/y'), 'pattern x/y');
assert.strictEqual((await load('#builtin')).default, (await import('events')).default);
assert.strictEqual(await value('packages/own'), 'own');
assert.strictEqual(resolve('with-exports/sub'),
  new URL('node_modules/with-exports/sub.js', home).href);
assert.strictEqual(resolve('node:events'), 'node:events');
assert.strictEqual(resolve('./nowhere.js?a#b'), new URL('nowhere.js?a#b', home).href);

const file = path('import.mjs');
const fails = (specifier, code, message) => assert.rejects(load(specifier), { code, message });
await fails('plain/sub', 'ERR_MODULE_NOT_FOUND',
  `Cannot find module '${path('node_modules/plain/sub')}' imported from ${file}\n` +
  'Did you mean to import "plain/sub.js"?');
await fails('nope', 'ERR_MODULE_NOT_FOUND', `Cannot find package 'nope' imported from ${file}`);
await fails('./nope.mjs', 'ERR_MODULE_NOT_FOUND',
  `Cannot find module '${path('nope.mjs')}' imported from ${file}`);
await fails('./pattern', 'ERR_UNSUPPORTED_DIR_IMPORT',
  `Directory import '${path('pattern')}' is not supported resolving ES modules imported from ${file}`);
await fails('with-exports/nope', 'ERR_PACKAGE_PATH_NOT_EXPORTED', /imported from .*import\.mjs$/);
await fails('#nope', 'ERR_PACKAGE_IMPORT_NOT_DEFINED', /imported from .*import\.mjs$/);
await fails('node:nope', 'ERR_UNKNOWN_BUILTIN_MODULE', 'No such built-in module: node:nope');
await fails('http://localhost/', 'ERR_UNSUPPORTED_ESM_URL_SCHEME', /Received protocol 'http:'$/);
await fails('./a%2fb.mjs', 'ERR_INVALID_MODULE_SPECIFIER', /must not include encoded/);
