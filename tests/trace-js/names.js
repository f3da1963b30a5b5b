// SPDX-License-Identifier: MIT
// Each line printed: the callbacks that it is printed in, as "kind:function", outermost first; then
// the comment on the line that asked for the innermost, or "-".
'use strict';
const { EventEmitter } = require('events');
const fs = require('fs');

setTimeout(function oneTimeout() { // one
  console.log('timeout:oneTimeout one');
  process.nextTick(tickOfTimeout, 1); // two
  queueMicrotask(function micro() { // three
    console.log('microtask:micro three');
  });
}, 5);

function tickOfTimeout() {
  console.log('tick:tickOfTimeout two');
  setImmediate(immediate, 'x'); // four
}

function immediate() {
  console.log('immediate:immediate four');
  setTimeout(() => { // five
    console.log('timeout:(anonymous) five');
    const emitter = new EventEmitter();
    emitter.on('event', function listener() {
      console.log('timeout:(anonymous) listener:listener -');
    });
    emitter.once('event', function onceListener() {
      console.log('timeout:(anonymous) listener:onceListener -');
    });
    emitter.emit('event');
    console.log('timeout:(anonymous) five');
    readSome();
  }, 1);
}

function readSome() {
  fs.readFile(__filename, function onFile(error) {
    if (error) throw error;
    console.log('callback:onFile -');
    fs.stat(__filename, onStat);
  });
}

function onStat() {
  console.log('callback:onStat -');
  let count = 0;
  const interval = setInterval(function each() { // six
    console.log('interval:each six');
    if (++count === 3) clearInterval(interval);
  }, 2);
  clearTimeout(setTimeout(() => console.log('never'), 1));
  clearImmediate(setImmediate(() => console.log('never')));
}

// The same text in two places.
setTimeout(() => { console.log('timeout:(anonymous) seven'); }, 20); // seven
function again() {
  setTimeout(again2, 1); // eight
}
function again2() { console.log('timeout:again2 eight'); }
for (let i = 0; i < 20; i++) again();

process.on('exit', function onExit() { console.log('listener:onExit -'); });
console.log('main:main -');
