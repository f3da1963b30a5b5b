// SPDX-License-Identifier: MIT
// No thread can be created: everything that the pool would do calls back, once, with an error, or
// works without it. Then threads can be created, and all of it works.
'use strict';
const crypto = require('crypto');
const dns = require('dns');
const fs = require('fs');
const zlib = require('zlib');

const file = process.argv[2];
const large = Buffer.alloc(3 << 20, 'x');
fs.writeFileSync(file, large);

const all = {
  readFile: (done) => fs.readFile(file, done),
  readText: (done) => fs.readFile(file, 'utf8', done),
  writeFile: (done) => fs.writeFile(file, large, done),
  appendFile: (done) => fs.appendFile(file, 'x', done),
  stat: (done) => fs.stat(file, done),
  open: (done) => fs.open(file, (error, fd) => {
    if (fd !== undefined) fs.closeSync(fd);
    done(error);
  }),
  readdir: (done) => fs.readdir('.', done),
  opendir: (done) => fs.opendir('.', (error, dir) => {
    if (dir !== undefined) dir.closeSync();
    done(error);
  }),
  readlink: (done) => fs.readlink('/proc/self/exe', done),
  promise: (done) => fs.promises.readFile(file).then(() => done(), done),
  copy: (done) => fs.copyFile(file, `${file}.copy`, done),
  gzip: (done) => zlib.gzip(large, done),
  brotli: (done) => zlib.brotliCompress(Buffer.alloc(1000), done),
  inflate: (done) => zlib.inflate(zlib.deflateSync('x'), done),
  pbkdf2: (done) => crypto.pbkdf2('a', 'b', 1, 8, 'sha256', done),
  scrypt: (done) => crypto.scrypt('a', 'b', 8, done),
  digest: (done) => crypto.subtle.digest('SHA-256', large).then(() => done(), done),
  random: (done) => {
    try {
      crypto.randomBytes(8, done);
    } catch (error) {
      done(error);
    }
  },
  lookup: (done) => dns.lookup('localhost', done),
};

const LIMIT_MS = 30000;
const AFTER_MS = 50; // for callbacks that come twice

function round(refused, next) {
  const called = {};
  let missing = Object.keys(all).length;
  const end = () => {
    for (const [name, count] of Object.entries(called)) {
      if (count !== 1) {
        console.log(`${name}: ${count} callbacks`);
        process.exitCode = 1;
      }
    }
    next();
  };
  let timer = setTimeout(end, LIMIT_MS);
  process.env.STARVE_THREADS = refused ? '1000000' : '0';
  for (const name of Object.keys(all)) {
    called[name] = 0;
    all[name]((error) => {
      if (++called[name] === 1 && --missing === 0) {
        clearTimeout(timer);
        timer = setTimeout(end, AFTER_MS);
      }
      all[name].failed ||= Boolean(error);
      const isNamed = typeof error?.code === 'string' || error instanceof DOMException;
      if (error && (!refused || !isNamed)) {
        console.log(`${name}: ${error.stack}`);
        process.exitCode = 1;
      }
    });
  }
}

round(true, () => {
  const failed = Object.keys(all).filter((name) => all[name].failed);
  if (failed.length < Object.keys(all).length / 2) {
    console.log(`only ${failed} failed: threads were not refused`);
    process.exitCode = 1;
  }
  round(false, () => console.log('done'));
});
