// SPDX-License-Identifier: MIT
// mock.module replaces files of both kinds and modules of the library, for require and import,
// until it is restored; without --experimental-test-module-mocks it does not exist.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

if (!process.execArgv.includes('--experimental-test-module-mocks')) {
  assert.strictEqual(require('node:test').mock.module, undefined);
  const { status, stderr } = spawnSync(process.execPath,
    ['--experimental-test-module-mocks', '--no-warnings', __filename], { encoding: 'utf8' });
  assert.strictEqual(status, 0, stderr);
  return;
}

const { mock } = require('node:test');
const place = fs.mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'mocks-'));
const common = path.join(place, 'c.js');
const modern = path.join(place, 'e.mjs');
fs.writeFileSync(common, 'module.exports = { a: 1 };');
fs.writeFileSync(modern, 'export const a = 1; export default "real";');
fs.writeFileSync(path.join(place, 'user.mjs'),
  'import d, { a } from "./e.mjs"; import c from "./c.js"; export { d, a, c };');
const user = path.join(place, 'user.mjs');

(async () => {
  const one = mock.module(common, { namedExports: { b: 2 } });
  assert.deepStrictEqual(require(common), { b: 2 });
  assert.notStrictEqual(require(common), require(common));
  assert.deepStrictEqual({ ...await import(common) }, { b: 2, default: { b: 2 } });
  assert.throws(() => mock.module(common, {}), { code: 'ERR_INVALID_STATE' });
  one.restore();
  assert.deepStrictEqual(require(common), { a: 1 });

  const both = mock.module(common,
    { defaultExport: { x: 1 }, namedExports: { y: 2 }, cache: true });
  assert.deepStrictEqual(require(common), { x: 1, y: 2 });
  assert.strictEqual(await import(common), await import(common));
  both.restore();

  const wrong = mock.module(common, { defaultExport: 5, namedExports: { y: 2 } });
  assert.throws(() => require(common), /named exports cannot be applied/);
  await assert.rejects(import(common), /named exports cannot be applied/);
  wrong.restore();

  const two = mock.module(modern, { defaultExport: 'D', namedExports: { a: 'A' } });
  const { d, a, c } = await import(user);
  assert.deepStrictEqual([d, a, c], ['D', 'A', { a: 1 }]);
  two.restore();
  const again = await import(`${user}?again`);
  assert.deepStrictEqual([again.d, again.a], ['real', 1]);

  mock.module('node:fs', { namedExports: { only: 1 } });
  assert.deepStrictEqual([require('fs'), require('node:fs')], [{ only: 1 }, { only: 1 }]);
  assert.strictEqual((await import('fs')).only, 1);
  mock.reset();
  assert.strictEqual(require('fs'), fs);

  assert.throws(() => mock.module('./none.js', {}), { code: 'ERR_MODULE_NOT_FOUND' });
  assert.throws(() => mock.module(1), { code: 'ERR_INVALID_ARG_TYPE' });
  fs.rmSync(place, { recursive: true });
})();
