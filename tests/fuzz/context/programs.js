// SPDX-License-Identifier: MIT
// Random programs that mix awaits, timers, files, sockets and storages, many in one process: node
// programs.js FIRST COUNT [show]. A program is a tree that is drawn from its number before it runs;
// each node starts something and continues when that calls back. There, all stores are noted. A
// line for each program is a digest of its notes; with `show` they are printed. All programs share
// their storages, and the name of each store begins with the program's number.
'use strict';
const { AsyncLocalStorage } = require('async_hooks');
const crypto = require('crypto');
const kinds = require('./kinds');

const STORAGES = 3;
const storages = Array.from({ length: STORAGES }, () => new AsyncLocalStorage());
const ABREAST = 25;
const DEEP = 5;

// A small generator of random numbers (xorshift), the same everywhere.
function makeRandom(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

// --- drawing

const names = Object.keys(kinds.kinds);
const changes = ['run', 'run', 'run', 'enterWith', 'enterWith', 'exit'];

function draw(random, depth) {
  const node = { children: [] };
  if (random(3) === 0) {
    node.change = changes[random(changes.length)];
    node.storage = random(STORAGES);
  } else {
    node.kind = names[random(names.length)];
  }
  if (depth < DEEP) {
    for (let n = random(depth === 0 ? 4 : 3) + (depth === 0 ? 1 : 0); n > 0; n--) {
      node.children.push(draw(random, depth + 1));
    }
  }
  return node;
}

// --- running

class Program {
  constructor(number) {
    this.number = number;
    this.notes = [];
    this.labels = 0;
    this.pending = 0;
    this.root = draw(makeRandom(number + 1), 0);
    this.number_(this.root);
    this.over = new Promise((resolve) => { this.finish = resolve; });
    this.shared = new Promise((resolve) => { this.share = resolve; });
  }

  // Labels follow the place in the tree, not time.
  number_(node) {
    node.label = ++this.labels;
    for (const child of node.children) this.number_(child);
  }

  note(node, where = '') {
    const stores = storages.map((storage) => storage.getStore() ?? '-');
    this.notes.push(`${String(node.label).padStart(3, '0')} ${node.kind ?? node.change}${where}: ` +
      stores.join(' '));
  }

  start() {
    this.pending++;
    setImmediate(() => {
      this.go(this.root);
      setTimeout(() => this.share(this.number), 3); // many wait for this
      this.done();
    });
    return this.over;
  }

  done() {
    if (--this.pending === 0) this.finish();
  }

  all(node) {
    for (const child of node.children) this.go(child);
  }

  go(node) {
    if (node.change !== undefined) {
      this.change(node);
      return;
    }
    this.pending++;
    let called = false;
    kinds.kinds[node.kind](() => {
      if (called) return;
      called = true;
      this.note(node);
      this.all(node);
      this.done();
    }, (where) => this.note(node, where), this);
  }

  change(node) {
    const storage = storages[node.storage];
    const store = `${this.number}/${node.label}`;
    if (node.change === 'run') storage.run(store, () => this.all(node));
    else if (node.change === 'exit') storage.exit(() => this.all(node));
    else {
      storage.enterWith(store);
      this.all(node);
    }
    this.note(node, ' after');
  }
}

async function main() {
  const first = Number(process.argv[2]);
  const count = Number(process.argv[3]);
  const show = process.argv[4] === 'show';
  await kinds.open();
  let next = first;
  const results = [];
  const lane = async () => {
    while (next < first + count) {
      const program = new Program(next++);
      await program.start();
      program.notes.sort();
      const text = program.notes.join('\n');
      const foreign = program.notes.some((note) =>
        note.split(': ')[1].split(' ').some((store) =>
          store !== '-' && !store.startsWith(`${program.number}/`)));
      if (show) console.log(`--- ${program.number}\n${text}`);
      const digest = crypto.createHash('md5').update(text).digest('hex').slice(0, 12);
      results[program.number - first] = `${program.number} ${program.notes.length} ${digest}` +
        (foreign ? ' FOREIGN' : '');
    }
  };
  await Promise.all(Array.from({ length: Math.min(ABREAST, count) }, lane));
  kinds.close();
  if (!show) console.log(results.join('\n'));
}

// One more storage is in use all the time: when exit() leaves the last one, Node loses track of the
// current context, and then shows stores to code that they do not belong to.
new AsyncLocalStorage().run('in use', main);
