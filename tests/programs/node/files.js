#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Files: streams, promises, directories, positions, errors, many at once; compression and hashes
// that run on the pool beside them.
'use strict';
const fs = require('fs');
const { pipeline } = require('stream/promises');
const zlib = require('zlib');
const crypto = require('crypto');
const { promisify } = require('util');

const { say, run } = require('./say.js');

function sum(path) {
  return crypto.createHash('sha1').update(fs.readFileSync(path)).digest('hex');
}

async function main() {
  fs.writeFileSync('source', Buffer.alloc(5_000_000, 'some text to be read in pieces\n'));
  await pipeline(fs.createReadStream('source'), fs.createWriteStream('copy'));
  say('copied', sum('source') === sum('copy'));
  await pipeline(fs.createReadStream('source'), zlib.createGzip(), zlib.createGunzip(),
    fs.createWriteStream('unzipped'));
  say('zipped', sum('source') === sum('unzipped'));
  let part = '';
  for await (const data of fs.createReadStream('source', { start: 5, end: 25, highWaterMark: 7 })) {
    part += data;
  }
  say(part);

  const handle = await fs.promises.open('file', 'w+');
  say((await handle.write('0123456789')).bytesWritten,
    (await handle.writev([Buffer.from('ab'), Buffer.from('cd')], 10)).bytesWritten);
  const buffer = Buffer.alloc(4);
  await handle.read(buffer, 0, 4, 8);
  say(String(buffer), (await handle.stat()).size);
  await handle.truncate(3);
  say(await fs.promises.readFile('file', 'utf8'));
  await handle.close();

  const wrong = [['readFile', 'is-not-there'], ['mkdir', 'file'], ['rmdir', 'file'],
    ['readdir', 'file'], ['unlink', '.'], ['rename', 'is-not-there', 'x'], ['open', 'file', 'wx']];
  for (const [name, ...words] of wrong) {
    await fs.promises[name](...words).catch((error) => say(name, error.code, error.syscall));
  }
  await fs.promises.mkdir('a/b/c/d', { recursive: true });
  await Promise.all(Array.from({ length: 300 }, (_, i) =>
    fs.promises.writeFile(`a/b/${i}`, `${i}`)));
  const names = await fs.promises.readdir('a/b');
  const texts = await Promise.all(names.map((name) => fs.promises.stat(`a/b/${name}`)));
  say(names.length, texts.filter((stat) => stat.isDirectory()).length);
  let entries = 0;
  for await (const entry of await fs.promises.opendir('a/b')) entries += entry.isFile();
  say('entries', entries);
  await fs.promises.symlink('file', 'link');
  say(await fs.promises.readlink('link'), (await fs.promises.lstat('link')).isSymbolicLink());
  await fs.promises.utimes('file', 1e9, 1e9 + 0.5);
  say((await fs.promises.stat('file')).mtimeMs);
  await fs.promises.cp('a', 'z', { recursive: true });
  say((await fs.promises.readdir('z/b')).length);
  await fs.promises.rm('a', { recursive: true });
  say(fs.existsSync('a'));
  await fs.promises.copyFile('file', 'file2', fs.constants.COPYFILE_EXCL);
  await fs.promises.access('file2');
  say((await fs.promises.mkdtemp('made-')).length);

  const derive = promisify(crypto.pbkdf2);
  const keys = await Promise.all(Array.from({ length: 8 }, (_, i) =>
    derive('word', `salt ${i}`, 5000, 16, 'sha256')));
  say(keys.map((key) => key.toString('hex')).join(' '));
  const random = await promisify(crypto.randomBytes)(64);
  say(random.length);
}

run(main);
