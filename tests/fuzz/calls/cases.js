// SPDX-License-Identifier: MIT
// Makes the calls that the lines of a file describe, one after the other, and prints each result:
// an error's class, code and message, wherever it came out, or the kind of value.
//   cases.js FILE WAIT_MS; a line is { root, name, args, how }
'use strict';
const { compile, exit, furnish, home, say } = require('./scene.js');

const [file, waitText] = process.argv.slice(2);
const waitMs = Number(waitText);
const lines = require('fs').readFileSync(file, 'utf8').split('\n').filter(Boolean);
const { setTimeout, clearTimeout, setImmediate } = globalThis;
const inspectError = (() => {
  const natives = [
    [TypeError, 'TypeError'], [RangeError, 'RangeError'], [SyntaxError, 'SyntaxError'],
    [URIError, 'URIError'], [ReferenceError, 'ReferenceError'], [DOMException, 'DOMException'],
    [AggregateError, 'AggregateError'], [Error, 'Error'],
  ];
  return (error) => {
    const found = natives.find(([Class]) => error instanceof Class);
    if (found === undefined) return { class: `no error: ${typeof error}` };
    const clean = (text) => String(text).replaceAll(home, 'HOME').slice(0, 300);
    try {
      return { class: `${found[1]} ${clean(error.name)}`, code: clean(error.code),
        message: clean(error.message) };
    } catch {
      return { class: found[1] };
    }
  };
})();

let current;

function note(how, error) {
  if (current === undefined || current.result !== undefined) return;
  current.result = { how, ...inspectError(error) };
  current.done();
}

function answer(value) {
  const kind = value === null ? 'null' : typeof value;
  return { how: 'returned', kind };
}

async function run({ root, name, args, how }) {
  const waits = {};
  const settled = new Promise((resolve) => { waits.done = resolve; });
  const mine = { result: undefined, done: waits.done };
  const f = function f(error) {
    if (current !== mine) return;
    if (error instanceof Error) note('callback', error);
    waits.done();
  };
  let target, list;
  try {
    const limit = new Promise((resolve) => { setTimeout(resolve, 300, []); });
    [target] = await Promise.race([compile(root, f)(), limit]);
    list = await compile(args.join(', '), f)();
  } catch (error) {
    return { how: 'setup', ...inspectError(error) };
  }
  if (target === undefined || target === null) return { how: 'setup', class: String(target) };
  if (typeof target[name] !== 'function') return { how: 'missing' };
  current = mine;
  let value;
  try {
    if (how === 'new') value = new target[name](...list);
    else if (how === 'this') value = target[name].call(list[0], ...list.slice(1));
    else value = target[name](...list);
  } catch (error) {
    note('threw', error);
    return mine.result;
  }
  const promised = value instanceof Promise;
  if (promised) value.then(waits.done, (error) => note('rejected', error));
  if (promised || args.some((text) => /\bf\b|=>|function/.test(text)) || waitMs > 100) {
    const timer = setTimeout(waits.done, waitMs);
    await settled;
    clearTimeout(timer);
  }
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  return mine.result ?? answer(value);
}

process.on('uncaughtException', (error) => note('uncaught', error));
process.on('unhandledRejection', (error) => note('uncaught', error));

async function main() {
  for (let i = 0; i < lines.length; i++) {
    furnish();
    say('case', i);
    let result;
    try {
      result = await run(JSON.parse(lines[i]));
    } catch (error) {
      result = { how: 'harness', ...inspectError(error) };
    }
    current = undefined;
    say('is', JSON.stringify(result));
  }
  exit(0);
}

main();
