// SPDX-License-Identifier: MIT
// path.posix and path.win32 on unusual paths: roots, shares, devices, dots.
'use strict';
const assert = require('assert');
const path = require('path');

const posix = [
  ['', '.', '.', '', '',
    ['', '', '', '', ''], false],
  ['.', '.', '.', '.', '',
    ['', '', '.', '', '.'], false],
  ['/', '/', '/', '', '',
    ['/', '/', '', '', ''], true],
  ['//a', '/a', '//', 'a', '',
    ['/', '/', 'a', '', 'a'], true],
  ['/..', '/', '/', '..', '',
    ['/', '/', '..', '.', '.'], true],
  ['a/../..', '..', 'a/..', '..', '',
    ['', 'a/..', '..', '', '..'], false],
  ['./a//b/', 'a/b/', './a/', 'b', '',
    ['', './a/', 'b', '', 'b'], false],
  ['a/b.c.d', 'a/b.c.d', 'a', 'b.c.d', '.d',
    ['', 'a', 'b.c.d', '.d', 'b.c'], false],
  ['.bashrc', '.bashrc', '.', '.bashrc', '',
    ['', '', '.bashrc', '', '.bashrc'], false],
  ['x..', 'x..', '.', 'x..', '.',
    ['', '', 'x..', '.', 'x.'], false],
  ['C:', 'C:', '.', 'C:', '',
    ['', '', 'C:', '', 'C:'], false],
  ['C:\\', 'C:\\', '.', 'C:\\', '',
    ['', '', 'C:\\', '', 'C:\\'], false],
  ['c:a\\..\\b', 'c:a\\..\\b', '.', 'c:a\\..\\b', '.\\b',
    ['', '', 'c:a\\..\\b', '.\\b', 'c:a\\.'], false],
  ['\\\\srv\\share', '\\\\srv\\share', '.', '\\\\srv\\share', '',
    ['', '', '\\\\srv\\share', '', '\\\\srv\\share'], false],
  ['\\\\srv\\share\\a\\..\\..', '\\\\srv\\share\\a\\..\\..', '.', '\\\\srv\\share\\a\\..\\..', '.',
    ['', '', '\\\\srv\\share\\a\\..\\..', '.', '\\\\srv\\share\\a\\..\\.'], false],
  ['\\\\?\\c:\\x', '\\\\?\\c:\\x', '.', '\\\\?\\c:\\x', '',
    ['', '', '\\\\?\\c:\\x', '', '\\\\?\\c:\\x'], false],
  ['CON:a', 'CON:a', '.', 'CON:a', '',
    ['', '', 'CON:a', '', 'CON:a'], false],
  ['a/../C:/x', 'C:/x', 'a/../C:', 'x', '',
    ['', 'a/../C:', 'x', '', 'x'], false],
  ['/a/b/', '/a/b/', '/a', 'b', '',
    ['/', '/a', 'b', '', 'b'], true],
  ['C:/a/./b.txt', 'C:/a/b.txt', 'C:/a/.', 'b.txt', '.txt',
    ['', 'C:/a/.', 'b.txt', '.txt', 'b'], false],
];
const win32 = [
  ['', '.', '.', '', '',
    ['', '', '', '', ''], false],
  ['.', '.', '.', '.', '',
    ['', '', '.', '', '.'], false],
  ['/', '\\', '/', '', '',
    ['/', '/', '', '', ''], true],
  ['//a', '\\a', '/', 'a', '',
    ['/', '/', 'a', '', 'a'], true],
  ['/..', '\\', '/', '..', '',
    ['/', '/', '..', '', '..'], true],
  ['a/../..', '..', 'a/..', '..', '',
    ['', 'a/..', '..', '', '..'], false],
  ['./a//b/', 'a\\b\\', './a/', 'b', '',
    ['', './a/', 'b', '', 'b'], false],
  ['a/b.c.d', 'a\\b.c.d', 'a', 'b.c.d', '.d',
    ['', 'a', 'b.c.d', '.d', 'b.c'], false],
  ['.bashrc', '.bashrc', '.', '.bashrc', '',
    ['', '', '.bashrc', '', '.bashrc'], false],
  ['x..', 'x..', '.', 'x..', '.',
    ['', '', 'x..', '.', 'x.'], false],
  ['C:', 'C:.', 'C:', '', '',
    ['C:', 'C:', '', '', ''], false],
  ['C:\\', 'C:\\', 'C:\\', '', '',
    ['C:\\', 'C:\\', '', '', ''], true],
  ['c:a\\..\\b', 'c:b', 'c:a\\..', 'b', '',
    ['c:', 'c:a\\..', 'b', '', 'b'], false],
  ['\\\\srv\\share', '\\\\srv\\share\\', '\\\\srv\\share', 'share', '',
    ['\\\\srv\\share', '\\\\srv\\share', '', '', ''], true],
  ['\\\\srv\\share\\a\\..\\..', '\\\\srv\\share\\', '\\\\srv\\share\\a\\..', '..', '',
    ['\\\\srv\\share\\', '\\\\srv\\share\\a\\..', '..', '', '..'], true],
  ['\\\\?\\c:\\x', '\\\\?\\c:\\x', '\\\\?\\c:\\', 'x', '',
    ['\\\\?\\c:\\', '\\\\?\\c:\\', 'x', '', 'x'], true],
  ['CON:a', '.\\CON:a', '.', 'CON:a', '',
    ['', '', 'CON:a', '', 'CON:a'], false],
  ['a/../C:/x', '.\\C:\\x', 'a/../C:', 'x', '',
    ['', 'a/../C:', 'x', '', 'x'], false],
  ['/a/b/', '\\a\\b\\', '/a', 'b', '',
    ['/', '/a', 'b', '', 'b'], true],
  ['C:/a/./b.txt', 'C:\\a\\b.txt', 'C:/a/.', 'b.txt', '.txt',
    ['C:/', 'C:/a/.', 'b.txt', '.txt', 'b'], true],
];

for (const [kind, table] of Object.entries({ posix, win32 })) {
  for (const [text, normal, dir, base, ext, parsed, absolute] of table) {
    const of = `${kind} ${JSON.stringify(text)}`;
    assert.strictEqual(path[kind].normalize(text), normal, of);
    assert.strictEqual(path[kind].dirname(text), dir, of);
    assert.strictEqual(path[kind].basename(text), base, of);
    assert.strictEqual(path[kind].extname(text), ext, of);
    assert.deepStrictEqual(Object.values(path[kind].parse(text)), parsed, of);
    assert.strictEqual(path[kind].isAbsolute(text), absolute, of);
  }
}
assert.strictEqual(path.posix.relative('/a/b/c', '/a/d'), '../../d');
assert.strictEqual(path.win32.relative('C:\\a\\B\\c', 'c:\\A\\d'), '..\\..\\d');
assert.strictEqual(path.win32.join('\\\\', 'server', 'share'), '\\server\\share');
assert.strictEqual(path.win32.resolve('c:/ignore', 'd:\\a/b\\c/d', '\\e.exe'), 'd:\\e.exe');
assert.strictEqual(path.basename('a/b.html', '.html'), 'b');
assert.strictEqual(path.format({ dir: '/d', name: 'n', ext: 'e' }), '/d/n.e');
assert.strictEqual(path.posix.win32.posix, path);
assert.throws(() => path.resolve('a', 1), {
  code: 'ERR_INVALID_ARG_TYPE',
  message: 'The "paths[1]" argument must be of type string. Received type number (1)',
});
