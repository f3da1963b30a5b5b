// SPDX-License-Identifier: MIT
// The console of the program, which writes to process.stdout and process.stderr. They are opened
// when something is first written.
'use strict';
const { Console, State, equip, hide } = require('internal/console/console');

const console = Object.create({});
module.exports = console;

const state = new State(() => console._stdout, () => console._stderr, true);
equip(console, state, null);
console.Console = Console;

// These show in an inspector, and there is none.
console.profile = function profile() {};
console.profileEnd = function profileEnd() {};
console.timeStamp = function timeStamp() {};
console.context = function context() {
  const own = { ...console };
  delete own.Console;
  delete own.context;
  delete own.createTask;
  return own;
};
console.createTask = function createTask() {
  return { run(task) { return task(); } };
};

for (const [name, stream] of [['_stdout', 'stdout'], ['_stderr', 'stderr']]) {
  Object.defineProperty(console, name, {
    enumerable: false,
    configurable: true,
    get() { return process[stream]; },
    set(value) { hide(console, name, value); },
  });
}
