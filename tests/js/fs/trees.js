// SPDX-License-Identifier: MIT
// Trees: mkdir returns the first directory it made, readdir and cp are recursive, rm removes all.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');

const root = fs.mkdtempSync(path.join(fs.realpathSync('.'), 'tree-'));
assert.strictEqual(fs.mkdirSync(path.join(root, 'a/b/c'), { recursive: true }),
  path.join(root, 'a'));
assert.strictEqual(fs.mkdirSync(path.join(root, 'a/b/c'), { recursive: true }), undefined);
fs.writeFileSync(path.join(root, 'a/b/file'), 'text');
fs.symlinkSync('b/file', path.join(root, 'a/link'));
assert.deepStrictEqual(fs.readdirSync(root, { recursive: true }).sort(),
  ['a', 'a/b', 'a/b/c', 'a/b/file', 'a/link']);
const types = Object.fromEntries(fs.readdirSync(path.join(root, 'a'), { withFileTypes: true })
  .map((entry) => [entry.name, [entry.isDirectory(), entry.isSymbolicLink(), entry.path]]));
assert.deepStrictEqual(types, {
  b: [true, false, path.join(root, 'a')], link: [false, true, path.join(root, 'a')],
});
fs.cpSync(path.join(root, 'a'), path.join(root, 'copy'), { recursive: true });
assert.strictEqual(fs.readFileSync(path.join(root, 'copy/b/file'), 'utf8'), 'text');
assert.throws(() => fs.cpSync(root, path.join(root, 'a/inside'), { recursive: true }),
  { code: 'ERR_FS_CP_EINVAL' });
fs.opendir(root, async (error, directory) => {
  assert.ifError(error);
  const names = [];
  for await (const entry of directory) names.push(entry.name);
  assert.deepStrictEqual(names.sort(), ['a', 'copy']);
  assert.throws(() => directory.read(), { code: 'ERR_DIR_CLOSED' });
  await fs.promises.rm(root, { recursive: true });
  assert.strictEqual(fs.existsSync(root), false);
});
