#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The order in which Node calls back: ticks, microtasks, immediates and timers, alone and inside of
// I/O callbacks; intervals, unref, and what is due when.
'use strict';
const fs = require('fs');
const timers = require('timers/promises');

const { say, run } = require('./say.js');

function first() {
  const order = [];
  setTimeout(() => order.push('timeout 1'), 1);
  setTimeout(() => order.push('timeout 300'), 300);
  setTimeout(() => order.push('timeout 150'), 150);
  setImmediate(() => {
    order.push('immediate');
    process.nextTick(() => order.push('tick in immediate'));
    Promise.resolve().then(() => order.push('microtask in immediate'));
  });
  process.nextTick(() => order.push('tick'));
  queueMicrotask(() => order.push('microtask'));
  return new Promise((done) => setTimeout(() => {
    // Whether the first timer or the immediate comes first depends on how long starting took; on a
    // busy machine it takes tens of milliseconds.
    say(order.filter((word) => word !== 'timeout 1').join(', '));
    done();
  }, 450));
}

function fromFile() {
  return new Promise((done) => {
    const order = [];
    fs.readFile(__filename, () => {
      setTimeout(() => order.push('timeout'), 0);
      setImmediate(() => order.push('immediate'));
      process.nextTick(() => order.push('tick'));
      Promise.resolve().then(() => order.push('microtask'));
      setTimeout(() => {
        say(order.join(', '));
        done();
      }, 20);
    });
  });
}

async function main() {
  await first();
  for (let i = 0; i < 5; i++) await fromFile();

  let ticks = 0;
  for await (const _ of timers.setInterval(3)) if (++ticks === 5) break;
  say('ticks', ticks);

  // Ten thousand timers, none early, in the order of their time.
  const seen = [];
  let early = 0;
  await Promise.all(Array.from({ length: 10000 }, (_, i) => new Promise((done) => {
    const ms = 1 + (i * 7919) % 100;
    const begin = process.hrtime.bigint();
    setTimeout(() => {
      if (process.hrtime.bigint() - begin < BigInt((ms - 1) * 1e6)) early++;
      seen.push(ms);
      done();
    }, ms);
  })));
  say('timers', seen.length, 'early', early);

  const forgotten = setTimeout(() => say('never'), 3600e3);
  say('ref', forgotten.hasRef(), forgotten.unref().hasRef());
  const immediate = setImmediate(() => say('never'));
  clearImmediate(immediate);
  let chain = 0;
  await new Promise((done) => (function next() {
    if (++chain === 1000) done();
    else setImmediate(next);
  })());
  say('chain', chain);
  process.on('beforeExit', (() => {
    let times = 0;
    return () => {
      if (++times <= 2) setTimeout(() => say('again', times), 1);
    };
  })());
  process.on('exit', (code) => say('exit', code));
}

run(main);
