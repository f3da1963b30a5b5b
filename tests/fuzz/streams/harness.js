// SPDX-License-Identifier: MIT
// Runs scenarios one after the other and prints what each has seen. The driver puts this file
// before their text, and calls runAll([[seed, function], ...]) at the end.
//
// A scenario ends when the loop has nothing left to do ('beforeExit'), so what still keeps the loop
// alive is seen too. Events are logged in lanes; a lane holds what Node orders, and things that
// race with each other are in different lanes.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const stream = require('stream');
const child_process = require('child_process');
const crypto = require('crypto');
const util = require('util');

const HANG_MS = 10000;
const MOST_LINES = 400;

function digest(bytes) {
  return crypto.createHash('md5').update(bytes).digest('hex').slice(0, 8);
}

// Bytes that are the same everywhere. Kinds: letters, or bytes that do not compress.
function bytes(size, seed = 1) {
  const made = Buffer.alloc(size);
  let x = seed * 7919 + 17;
  for (let i = 0; i < size; i++) {
    x = (x * 1103515245 + 12345) % 2147483648;
    made[i] = 97 + ((x >> 16) & 15);
  }
  return made;
}

function text(size) {
  return 'a\u00e9\u20ac\u{1f600}b\n'.repeat(Math.ceil(size / 12)).slice(0, size);
}

const KEYS = ['code', 'syscall', 'errno', 'path', 'dest', 'cmd', 'killed', 'signal', 'spawnargs',
  'status'];

// The texts of the engines' own errors differ.
const OWN = [ReferenceError, SyntaxError, TypeError];

function showError(error) {
  if (error.code === undefined && OWN.includes(error.constructor)) return error.name;
  let shown = `${error.name}(${error.message.split('\n')[0].slice(0, 200)}`;
  for (const key of KEYS) {
    if (error[key] !== undefined) shown += ` ${key}=${show(error[key])}`;
  }
  if (error.cause !== undefined) shown += ` cause=${show(error.cause)}`;
  if (error.errors !== undefined) shown += ` errors=${show(error.errors)}`;
  return `${shown})`;
}

function isStream(value) {
  return value instanceof stream.Stream || typeof value.pipe === 'function' &&
    typeof value.on === 'function';
}

function show(value) {
  if (typeof value === 'string') {
    if (value.length <= 40) return JSON.stringify(value);
    return `string(${value.length} ${digest(value)})`;
  }
  if (Buffer.isBuffer(value)) return `Buffer(${value.length} ${digest(value)})`;
  if (value instanceof Uint8Array) return `Uint8Array(${value.length} ${digest(value)})`;
  if (value instanceof Error) return showError(value);
  if (Array.isArray(value)) return `[${value.map(show).join(' ')}]`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isStream(value)) return `a ${value.constructor.name}`;
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return `a ${value.constructor?.name}`;
  const entries = Object.keys(value).map((key) => `${key}:${show(value[key])}`);
  return `${proto === null ? 'null' : ''}{${entries.join(' ')}}`;
}

function showThis(value, known) {
  if (value === undefined) return '';
  return value === known ? ' (this)' : ` (this is ${show(value)})`;
}

const READABLE = ['readableFlowing', 'readableLength', 'readableEnded', 'readableAborted',
  'readableDidRead'];
const WRITABLE = ['writableLength', 'writableNeedDrain', 'writableEnded', 'writableFinished',
  'writableCorked', 'writableAborted'];
const BOTH = ['closed', 'destroyed', 'errored', 'bytesRead', 'bytesWritten', 'pending', 'readable',
  'writable'];
const SHORT = { true: 1, false: 0, null: '-' };

function stateOf(it) {
  const names = BOTH.concat(it._readableState ? READABLE : [], it._writableState ? WRITABLE : []);
  const parts = [];
  for (const name of names) {
    if (name === 'bytesRead' && it instanceof zlib.Deflate.__proto__) continue;
    let value = it[name];
    if (value === undefined || value === false) continue;
    if (name === 'errored') value = value === null ? undefined : value.code ?? value.message;
    if (value === undefined) continue;
    const short = name.replace('readable', 'r').replace('writable', 'w');
    parts.push(`${short}=${SHORT[value] ?? value}`);
  }
  return parts.join(' ');
}

const EVENTS = ['open', 'ready', 'close', 'error', 'end', 'finish', 'drain', 'pause', 'resume',
  'pipe', 'unpipe', 'prefinish', 'spawn', 'exit', 'disconnect', 'message', 'aborted'];

// The state of a scenario: its lanes, and the functions that log to them.
class Scenario {
  constructor(seed) {
    this.seed = seed;
    this.lanes = new Map();
    this.lines = 0;
    this.known = new Map(); // objects that are watched
    this.atEnd = [];
  }

  log(lane, line) {
    if (this.over || ++this.lines > MOST_LINES) return;
    if (!this.lanes.has(lane)) this.lanes.set(lane, []);
    this.lanes.get(lane).push(line);
  }

  // Watches the events of an object. options: `lane`, `merge` (data comes in arbitrary pieces: only
  // their sum counts), `hide` (the bytes are not compared), `state` (shown with each event).
  watch(name, it, options = {}) {
    const known = { name, it, counts: {}, triggers: new Map(), data: [], ...options };
    known.lane ??= 'main';
    this.known.set(it, known);
    for (const event of options.events ?? EVENTS) {
      const scenario = this;
      it.on(event, function(...args) {
        scenario.tell(known, event, args, showThis(this, it));
      });
    }
    if (known.merge && !known.hide) {
      this.atEnd.push(() => {
        this.log(known.lane, `${name} data in all ${known.object ? show(known.data) :
          show(Buffer.concat(known.data.map((d) => Buffer.from(d))))}`);
      });
    }
    return it;
  }

  tell(known, event, args, who = '') {
    if (event === 'open') args = args.map((fd) => (typeof fd === 'number' ? 'a descriptor' : fd));
    const shown = args.map(show).join(', ');
    if (who === ' (this)') who = '';
    const state = known.state ? ` | ${stateOf(known.it)}` : '';
    if (event === 'data' && known.merge) known.data.push(args[0]);
    else if (event !== 'data' || !known.hide) {
      this.log(known.lane, `${known.name} ${event}(${shown})${who}${state}`);
    }
    const count = known.counts[event] = (known.counts[event] ?? 0) + 1;
    known.triggers.get(`${event} ${count}`)?.forEach((action) => this.guard(known, action));
  }

  guard(known, action) {
    try {
      action();
    } catch (error) {
      this.log(known?.lane ?? 'main', `throws ${show(error)}`);
    }
  }

  // A listener for 'data', which the scenario adds.
  data(it) {
    const known = this.known.get(it);
    return (chunk) => this.tell(known, 'data', [chunk]);
  }

  // Runs something at a moment: the nth occurrence of an event, or sync, tick, micro, immediate.
  at(it, moment, count, action) {
    const known = this.known.get(it);
    const run = () => this.guard(known, action);
    switch (moment) {
      case 'sync': run(); break;
      case 'tick': process.nextTick(run); break;
      case 'micro': queueMicrotask(run); break;
      case 'immediate': setImmediate(run); break;
      case 'later': setTimeout(run, count); break;
      default: {
        const key = `${moment} ${count}`;
        const list = known?.triggers.get(key) ?? [];
        known?.triggers.set(key, [...list, run]);
      }
    }
  }

  // A callback that logs its arguments.
  cb(it, label) {
    const scenario = this;
    const known = this.known.get(it);
    return function(...args) {
      scenario.tell(known ?? { lane: 'main', name: '', counts: {}, triggers: new Map() },
        label, args, showThis(this, it));
    };
  }

  // Logs what a call returns or throws, and how a promise that it returns ends.
  call(it, label, action) {
    const lane = this.known.get(it)?.lane ?? 'main';
    try {
      const value = action();
      this.log(lane, `${label} = ${show(value)}`);
      if (value instanceof Promise) this.promise(lane, label, value);
      return value;
    } catch (error) {
      this.log(lane, `${label} throws ${show(error)}`);
      return undefined;
    }
  }

  promise(lane, label, promise) {
    promise.then((value) => this.log(lane, `${label} resolves ${show(value)}`),
      (error) => this.log(lane, `${label} rejects ${show(error)}`));
  }

  // `for await`, which stops or throws after some pieces.
  async iterate(it, most, how) {
    const known = this.known.get(it);
    let count = 0;
    try {
      for await (const chunk of it) {
        this.tell(known, 'data', [chunk]);
        if (++count === most) {
          if (how === 'throw') throw new Error('from the loop');
          break;
        }
      }
      this.log(known.lane, 'iteration ends');
    } catch (error) {
      this.log(known.lane, `iteration throws ${show(error)}`);
    }
  }

  print() {
    for (const action of this.atEnd) action();
    this.over = true;
    let out = `== ${this.seed}\n`;
    for (const lane of [...this.lanes.keys()].sort()) {
      out += `-- ${lane}\n${this.lanes.get(lane).join('\n')}\n`;
    }
    fs.writeSync(1, out);
  }
}

// A stream that accepts what it gets, soon or later.
function sink(options = {}) {
  const { how = 'sync', failAt = 0, ...rest } = options;
  let count = 0;
  return new stream.Writable({
    ...rest,
    write(chunk, encoding, callback) {
      const error = ++count === failAt ? new Error('from the sink') : null;
      if (how === 'sync') callback(error);
      else if (how === 'tick') process.nextTick(callback, error);
      else setImmediate(callback, error);
    },
  });
}

// A Transform that passes data on, in one way or another.
function through(options = {}) {
  const { how = 'sync', failAt = 0, double = false, ...rest } = options;
  let count = 0;
  return new stream.Transform({
    ...rest,
    transform(chunk, encoding, callback) {
      if (++count === failAt) return callback(new Error('from the transform'));
      if (double) this.push(chunk);
      if (how === 'sync') return callback(null, chunk);
      return process.nextTick(callback, null, chunk);
    },
  });
}

function prepareFiles() {
  fs.writeFileSync('small', bytes(10));
  fs.writeFileSync('mid', bytes(5000));
  fs.writeFileSync('big', bytes(200000));
  fs.writeFileSync('utf', text(600));
  fs.writeFileSync('lines', 'one\ntwo\r\nthree\n\nfive \u20ac\nsix');
  fs.writeFileSync('empty', '');
  fs.mkdirSync('dir');
}

// The number of open files and pipes; the runtime's own descriptors do not count.
function descriptors() {
  let count = 0;
  for (const fd of fs.readdirSync('/proc/self/fd')) {
    try {
      count += !fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith('anon_inode');
    } catch {
      // this one belonged to readdir
    }
  }
  return count;
}

function runAll(list) {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-streams-'));
  let current, before, watchdog;
  process.on('exit', () => {
    process.chdir('/');
    fs.rmSync(base, { recursive: true, force: true });
  });
  process.on('uncaughtException', (error, origin) => {
    current.log('uncaught', `${origin} ${show(error)}`);
  });
  process.on('warning', () => {});
  process.on('beforeExit', next);
  function next() {
    if (current) {
      clearTimeout(watchdog);
      const left = descriptors() - before;
      if (left !== 0) current.log('descriptors', String(left));
      current.print();
      current = undefined;
    }
    const one = list.shift();
    if (one === undefined) return;
    const directory = path.join(base, String(one[0]));
    fs.mkdirSync(directory);
    process.chdir(directory);
    prepareFiles();
    before = descriptors();
    current = new Scenario(one[0]);
    const mine = current;
    watchdog = setTimeout(() => {
      mine.log('end', 'never');
      mine.print();
      process.exit(3);
    }, HANG_MS);
    watchdog.unref();
    setImmediate(() => mine.guard(undefined, () => {
      one[1](mine)?.catch?.((error) => mine.log('main', `rejects ${show(error)}`));
    }));
  }
  // The first child opens descriptors that stay open.
  child_process.spawn('true').on('close', () => {});
}
