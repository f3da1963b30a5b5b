// SPDX-License-Identifier: MIT
// Proves that every asynchronous function of every module keeps the store. The list is made from
// the modules: functions with a Sync twin, functions in a module of promises, functions with a
// promisify of their own, and the methods of what they return. Arguments are tried until a call
// does not throw: an error that comes later is as good as a result.
'use strict';
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const { webcrypto } = require('crypto');
const fs = require('fs');
const { builtinModules } = require('module');
const { tmpdir } = require('os');
const { join } = require('path');
const { Readable, Writable } = require('stream');
const { promisify } = require('util');

process.removeAllListeners('warning'); // about deprecated functions
process.on('warning', () => {});
const storage = new AsyncLocalStorage();
const path = join(tmpdir(), 'not', 'there');
const file = join(tmpdir(), 'contexts-of-functions.txt');
// Functions there that are synchronous, or return something that continues later.
const atOnce = new Set(['Blob.slice', 'Blob.stream', 'dns/promises.getServers',
                        'dns/promises.setServers', 'readline/promises.createInterface',
                        'FileHandle.createReadStream', 'FileHandle.createWriteStream',
                        'FileHandle.getAsyncId', 'FileHandle.readLines',
                        'FileHandle.readableWebStream']);

// --- the list

const own = (object) => Object.getOwnPropertyNames(object).filter((name) => (
  name !== 'constructor' &&
  typeof Object.getOwnPropertyDescriptor(object, name).value === 'function'));
const isClass = (f) => /^class\b/.test(Function.prototype.toString.call(f));
const list = new Map(); // name -> { object, name, promise }

function add(title, object, name, promise) {
  const key = `${title}.${name}`;
  if (!name.startsWith('_') && !isClass(object[name])) list.set(key, { object, name, promise });
}

function addPromises(title, object) {
  for (const name of own(object)) {
    if (!/^[A-Z]|^(?:get|set)DefaultResultOrder$/.test(name)) {
      add(title, object, name, true);
    }
  }
}

for (const module of builtinModules) {
  if (/^_|^(?:http2|inspector|trace_events|wasi|test|repl|sys|constants)\b/.test(module)) continue;
  const exported = require(module);
  if (module.endsWith('/promises')) {
    addPromises(module, exported);
    continue;
  }
  for (const name of own(exported)) {
    const f = exported[name];
    if (f[promisify.custom] !== undefined || `${name}Sync` in exported ||
        (module === 'dns' && typeof exported.promises[name] === 'function' &&
         !/Servers|Order/.test(name))) {
      add(module, exported, name, false);
    }
  }
}
addPromises('subtle', Object.getPrototypeOf(webcrypto.subtle));
addPromises('Blob', require('buffer').Blob.prototype);

// Methods of an object: each is called on a new object.
async function addMethods(title, make, promise, isOne = () => true) {
  const object = await make();
  for (const name of own(Object.getPrototypeOf(object)).filter(isOne)) {
    add(title, object, name, promise);
    const entry = list.get(`${title}.${name}`);
    if (entry !== undefined) entry.object = await make();
  }
}

async function addAllMethods() {
  const dns = require('dns');
  const isQuestion = (name) => /^re(?:solve|verse)/.test(name);
  const local = (resolver) => {
    resolver.setServers(['127.0.0.1:1']);
    return resolver;
  };
  fs.writeFileSync(file, 'text');
  await addMethods('FileHandle', () => fs.promises.open(file), true);
  await addMethods('Dir', () => fs.opendirSync(tmpdir()), false, (name) => /^\w+$/.test(name) &&
    `${name}Sync` in fs.Dir.prototype);
  for (const [Resolver, promise] of [[dns.Resolver, false], [dns.promises.Resolver, true]]) {
    await addMethods(promise ? 'promises.Resolver' : 'Resolver', async () => {
      const resolver = local(new Resolver());
      const methods = {};
      for (let on = Resolver.prototype; on !== Object.prototype; on = Object.getPrototypeOf(on)) {
        for (const name of own(on)) methods[name] ??= on[name].bind(resolver);
      }
      return Object.create(methods);
    }, promise, isQuestion);
  }
}

// --- the calls

const buffer = () => Buffer.alloc(8);
const readable = () => Readable.from(['a']);
const writable = () => new Writable({ write(chunk, encoding, done) { done(); } });
const commonArguments = [
  [], [path], [path, path], [path, 0], [path, 0, 0], [path, buffer()], [path, '', ''],
  [1e6], [1e6, 0], [1e6, 0, 0], [1e6, buffer()], [1e6, [buffer()]], [1e6, buffer(), 0, 8, 0],
  [buffer()], [8], [8, 16], ['localhost'], ['127.0.0.1'], ['127.0.0.1', 1], ['127.0.0.1', 'A'],
  [1],
];
const particular = {
  'child_process.exec': () => ['exit 0'],
  'child_process.execFile': () => ['true'],
  'crypto.checkPrime': () => [7n],
  'crypto.generateKey': () => ['hmac', { length: 64 }],
  'crypto.generateKeyPair': () => ['ec', { namedCurve: 'P-256' }],
  'crypto.generatePrime': () => [16],
  'crypto.hkdf': () => ['sha256', 'key', 'salt', 'info', 8],
  'crypto.pbkdf2': () => ['a', 'b', 1, 8, 'sha256'],
  'crypto.scrypt': () => ['a', 'b', 8],
  'stream.finished': () => [readable().resume()],
  'stream.pipeline': () => [readable(), writable()],
  'stream/promises.finished': () => [readable().resume()],
  'stream/promises.pipeline': () => [readable(), writable()],
  'timers/promises.setInterval': () => [1],
};

// Calls it so that it continues later; undefined if these arguments do not fit.
function begin({ object, name, promise }, self, values, see) {
  try {
    if (!promise) return { result: object[name].call(self, ...values, see) };
    const result = object[name].apply(self, values);
    if (typeof result?.then === 'function') result.then(see, see);
    else if (typeof result?.next === 'function') result.next().then(see, see);
    else return undefined;
    return { result };
  } catch {
    return undefined;
  }
}

function selfOf(title, object) {
  if (title.startsWith('subtle')) return webcrypto.subtle;
  if (title.startsWith('Blob')) return new (require('buffer').Blob)(['a']);
  return object;
}

// The store when it continued, or why that is not known.
function check(title, entry) {
  return new Promise((resolve) => {
    const store = { title };
    const timer = setTimeout(resolve, 8000, 'did not go on');
    const see = () => {
      clearTimeout(timer);
      const now = storage.getStore();
      resolve(now === store ? 'kept' : `lost: ${now?.title}`);
    };
    storage.run(store, () => {
      if (title === 'child_process.spawn') return entry.object.spawn('true').on('exit', see);
      if (title.startsWith('timers.')) return entry.object[entry.name](see, 1);
      const tried = title in particular ? [particular[title]()] : commonArguments;
      for (const values of title.startsWith('Blob.') ? [[]] : tried) {
        const begun = begin(entry, selfOf(title, entry.object), values, see);
        if (begun === undefined) continue;
        begun.result?.on?.('error', () => {});
        return undefined;
      }
      clearTimeout(timer);
      return resolve('cannot be called');
    });
  });
}

async function main() {
  await addAllMethods();
  require('dns').setServers(['127.0.0.1:1']);
  require('dns').promises.setServers(['127.0.0.1:1']);
  const names = [...list.keys()].filter((name) => !atOnce.has(name));
  if (process.argv[2] === 'list') console.log(names.join('\n'));
  const found = await Promise.all(names.map((name) => check(name, list.get(name))));
  const wrong = names.map((name, i) => `${name}: ${found[i]}`)
    .filter((_, i) => found[i] !== 'kept');
  assert.deepStrictEqual(wrong, []);
  assert.ok(names.length > 180, `${names.length} functions`);
  assert.strictEqual(fs.existsSync(path), false);
  if (process.argv[2] === 'list') console.log(names.length);
  process.exit(0);
}
main();
