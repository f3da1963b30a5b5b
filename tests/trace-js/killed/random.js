// SPDX-License-Identifier: MIT
// Calls itself through timers, immediates, ticks, microtasks and requests, in an order that argv[2]
// decides, for ever. Standard output has a line when a call begins and one when it ends, written
// before anything else happens.
'use strict';
const fs = require('fs');

let state = Number(process.argv[2]) | 1;
function draw(below) {
  state = Math.imul(state, 1103515245) + 12345 | 0;
  return (state >>> 8) % below;
}

function log(text) { fs.writeSync(1, text); }

function spin() {
  for (let left = draw(4) === 0 ? draw(20000) : draw(40); left > 0; left--) state ^= left & 0;
}

let waiting = 0;

function start(name) {
  const next = functions[draw(functions.length)];
  waiting++;
  switch (name ?? draw(5)) {
    case 0: setTimeout(next, draw(3)); break;
    case 1: setImmediate(next); break;
    case 2: process.nextTick(next); break;
    case 3: queueMicrotask(next); break;
    default: fs.stat('.', next);
  }
}

function body(name) {
  log(`begin ${name}\n`);
  waiting--;
  spin();
  if (waiting < 6) start();
  if (waiting < 3) start(draw(2)); // never only ticks
  spin();
  log(`end ${name}\n`);
}

function one() { body('one'); }
function two() { body('two'); }
function three() { body('three'); }
function four() { body('four'); }
function five() { body('five'); }
const functions = [one, two, three, four, five];

start(0);
start(1);
