// SPDX-License-Identifier: MIT
// What can be called, according to Node's own objects.
//   targets.js find MODULE [FIRST]  calls the module's functions with right arguments, and prints
//     the calls that returned an object of a new kind; FIRST: continues with this function's number
//   targets.js modules  prints the modules
//   targets.js list FILE  prints what can be called: the functions of all modules, and the methods
//     of the objects that the calls in FILE return. A line each: { root, name, length, inherited }
'use strict';
const { compile, exit, furnish, say } = require('./scene.js');

const [command, module_, firstText] = process.argv.slice(2);
const { builtinModules } = require('module');
const DEPTH = 3;
const WAIT_MS = 50;
const SEARCHED = 2; // how many levels of returned objects are searched
const TUPLES = [
  '', 'f', "'file'", "'x'", '{}', '1', "Buffer.from('abc')", "'sha256'", "['x']",
  'new (require("stream").PassThrough)()', "'http://x/y'", "'dir'", "'file', f", "'dir', f",
  "'file', 'r'", "'file', 'r', f", "'x', 'x'", "'sha256', 'k'", "1, 'x'", 'f, 1', '{}, f',
  "'x', f", "'file', {}", "{ input: new (require('stream').PassThrough)() }",
  '{ entryTypes: ["mark"] }', 'f, {}', "'aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)",
  "'dir', {}, f", "'udp4'", "'rsa', { modulusLength: 512 }", '{ eval: true }',
  '"1", { eval: true }', '{ read() {}, write() {} }', 'Symbol("s")', '[1]',
  '{ host: "127.0.0.1", port: 1 }', '"1 + 1"', "'GET'", "'utf8'", '2', '60', 'new Map()',
  'new AbortController().signal',
];
// Not called: they end the process or others, wait for a debugger, or take seconds each time.
const FORBIDDEN = new RegExp('^(reallyExit|exit|abort|kill|_kill|_debugProcess|_debugEnd|fork|' +
  'waitForDebugger|writeHeapSnapshot|getHeapSnapshot|_startProfilerIdleNotifier|dlopen|' +
  'setHeapSnapshotNearHeapLimit|_preload_modules|runMain|openStdin|breakpoint|' +
  'generateKeyPair|generateKeyPairSync|generatePrime|generatePrimeSync|createDiffieHellman|' +
  'triggerUncaughtException|_fatalException|_rawDebug|__proto__|constructor|runInDebugContext)$');

const boundary = new Set([Object.prototype, Function.prototype, Array.prototype, null]);
// Members of the language itself are not called.
const language = new RegExp('^(Map|Set|WeakMap|WeakSet|Promise|Date|RegExp|String|Number|BigInt|' +
  'Symbol|Boolean|.*Array|Error|.*Error|ArrayBuffer|SharedArrayBuffer|DataView|Intl|JSON|Math|' +
  'Reflect|Atomics|Iterator|WebAssembly|Proxy|Function|Object|FinalizationRegistry|WeakRef|eval)$');
for (const name of Object.getOwnPropertyNames(globalThis).filter((one) => language.test(one))) {
  boundary.add(globalThis[name]);
  if (globalThis[name]?.prototype) boundary.add(globalThis[name].prototype);
}
boundary.add(Object.getPrototypeOf(Uint8Array)).add(Object.getPrototypeOf(Uint8Array.prototype));
boundary.add(Object.getPrototypeOf(async () => {})).add(Object.getPrototypeOf(function* () {}));

const visited = new Set(boundary);
const functions = [];
const shapes = new Set();

// Inherited members of a class belong to the base; those of an object to the object.
function keysOf(object) {
  const found = new Map();
  for (let at = object; at !== null && !boundary.has(at); at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) {
      if (typeof key === 'string' && !FORBIDDEN.test(key) && !found.has(key)) {
        found.set(key, at !== object);
      }
    }
    if (typeof object === 'function') break;
  }
  return found;
}

function get(object, key) {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}

function at(root, key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${root}.${key}` : `${root}[${JSON.stringify(key)}]`;
}

function walk(root, object, depth, level) {
  for (const [key, inherited] of keysOf(object)) {
    const value = get(object, key);
    if (typeof value === 'function') {
      const fresh = !visited.has(value);
      if (command === 'list') {
        const { length } = value;
        say(JSON.stringify({ root, name: key, length, inherited: !fresh || inherited }));
      }
      if (!fresh) continue;
      visited.add(value);
      functions.push({ root, key, level });
      walk(at(root, key), value, depth + 1, level);
    } else if (typeof value === 'object' && value !== null && depth < DEPTH &&
               (level === 0 || !key.startsWith('_')) && key !== '_cache' &&
               !visited.has(value) && !Array.isArray(value)) {
      visited.add(value);
      walk(at(root, key), value, depth + 1, level);
    }
  }
}

function isNew(value) {
  if (typeof value !== 'object' || value === null || visited.has(value)) return false;
  const shape = Object.getPrototypeOf(value);
  if (boundary.has(shape) && !Object.values(Object.getOwnPropertyDescriptors(value))
    .some((one) => typeof one.value === 'function')) return false;
  const mark = boundary.has(shape) ? Object.keys(value).sort().join() : shape;
  if (shapes.has(mark) || Array.isArray(value) || ArrayBuffer.isView(value) ||
      value instanceof Error) return false;
  shapes.add(mark);
  return true;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// The value of an expression, in a list so that a promise stays one, if it comes soon.
async function reach(text) {
  try {
    return (await Promise.race([compile(text, () => {})(), pause(WAIT_MS)])) ?? [];
  } catch {
    return [];
  }
}

async function follow(form, level) {
  furnish();
  let [value] = await reach(form);
  if (value instanceof Promise) {
    form = `(await ${form})`;
    value = await Promise.race([value.catch(() => {}), pause(2 * WAIT_MS)]);
  }
  if (!isNew(value)) return;
  visited.add(value);
  say('gives', form);
  walk(form, value, DEPTH - 1, level + 1);
}

function isClass(value) {
  return typeof value?.prototype === 'object' && value.prototype !== null &&
    (Reflect.ownKeys(value.prototype).length > 1 || /^class\b/.test(String(value)));
}

async function search({ root, key, level }) {
  const here = at(root, key);
  const owner = get((await reach(root))[0] ?? {}, key);
  const before = shapes.size;
  for (const tuple of level === 0 ? TUPLES : TUPLES.slice(0, 6)) {
    if (shapes.size > before + 2) return;
    await follow(`${here}(${tuple})`, level);
    if (isClass(owner)) await follow(`new (${here})(${tuple})`, level);
    if (/(^|, )f$/.test(tuple)) await follow(`(await called((f) => ${here}(${tuple})))`, level);
  }
}

process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

// Functions that modules share belong to the first module in this order.
const modules = [
  ...new Set(['events', 'stream', 'buffer', 'util', 'net', 'http', ...builtinModules.filter(
    (name) => !name.startsWith('_')), 'node:test', 'node:sea', 'globalThis', ...builtinModules])];

function open(name) {
  const object = name === 'globalThis' ? globalThis : require(name);
  visited.add(object);
  walk(name === 'globalThis' ? name : `require('${name}')`, object, 0, 0);
}

// Functions that earlier modules also have are already known.
async function find() {
  for (const name of modules.slice(0, modules.indexOf(module_))) {
    open(name);
  }
  for (const { root, key } of functions.splice(0)) {
    const value = get((await reach(root))[0] ?? {}, key);
    if (typeof value?.prototype === 'object') shapes.add(value.prototype);
  }
  shapes.add('read,write');
  open(module_);
  for (let i = 0; i < functions.length; i++) {
    if (i < Number(firstText ?? 0) || functions[i].level >= SEARCHED) continue;
    say('at', i);
    await search(functions[i]);
  }
}

async function list() {
  modules.forEach(open);
  const lines = require('fs').readFileSync(module_, 'utf8').split('\n');
  for (const line of lines.filter((one) => one && !one.startsWith('#'))) {
    furnish();
    const [value] = await reach(line);
    if (value !== undefined) walk(line, value, DEPTH - 1, 1);
  }
}

async function main() {
  furnish();
  if (command === 'modules') say(JSON.stringify(modules));
  else await (command === 'find' ? find() : list());
  say('end');
  exit(0);
}

main();
