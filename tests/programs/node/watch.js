#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// fs.watch, fs.watchFile and fs.promises.watch: what is reported, and how they end.
'use strict';
const fs = require('fs');

const { say, run } = require('./say.js');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function until(what, condition) {
  for (let i = 0; i < 500 && !condition(); i++) await sleep(10);
  say(what, Boolean(condition()));
}

async function main() {
  fs.mkdirSync('place');
  const seen = new Set();
  const watcher = fs.watch('place', (kind, name) => seen.add(`${kind} ${name}`));
  fs.writeFileSync('place/one', 'text');
  await until('made', () => seen.has('rename one') && seen.has('change one'));
  fs.renameSync('place/one', 'place/two');
  await until('moved', () => seen.has('rename two'));
  seen.clear();
  fs.appendFileSync('place/two', 'more');
  await until('changed', () => seen.has('change two'));
  watcher.close();
  seen.clear();
  fs.unlinkSync('place/two');
  await sleep(50);
  say('closed', seen.size);
  try {
    fs.watch('is-not-there');
  } catch (error) {
    say(error.code, error.syscall);
  }

  fs.writeFileSync('polled', 'four');
  const sizes = [];
  fs.watchFile('polled', { interval: 20 }, (now, before) => sizes.push([before.size, now.size]));
  await sleep(80);
  fs.writeFileSync('polled', 'a longer text');
  await until('polled', () => sizes.length >= 1);
  fs.unlinkSync('polled');
  await until('gone', () => sizes.at(-1)[1] === 0);
  fs.unwatchFile('polled');
  say(sizes[0], sizes.at(-1));

  const controller = new AbortController();
  const events = [];
  const watching = (async () => {
    try {
      for await (const event of fs.promises.watch('place', { signal: controller.signal })) {
        events.push(event.filename);
        controller.abort();
      }
    } catch (error) {
      say(error.name, events[0]);
    }
  })();
  await sleep(30);
  fs.writeFileSync('place/three', '');
  await watching;
}

run(main);
