// SPDX-License-Identifier: MIT
// In which job things happen that some engine orders by itself: promise-jobs.js has the rest. Where
// docs/node.md ("Order of promises") says that an engine cannot be put right, it has to differ just
// as it says there: then Node's answer is printed.
'use strict';
const JOBS = 14;
const minor = Number(process.versions.javascriptcore?.split('.')[1]);

const thenable = (value) => ({ then(resolve) { resolve(value()); } });
const plain = (values) => ({ next: () => ({ value: values.shift(), done: false }) });
const iterable = (iterator) => ({ [Symbol.iterator]: () => iterator });

async function walk(values, mark, leave) {
  try {
    for await (const value of values) {
      mark(`step ${value}`);
      if (leave) break;
    }
    mark('end');
  } catch (error) {
    mark(`caught ${error}`);
  }
}

function* closing(mark) {
  try { yield 1; yield Promise.reject(2); } finally { mark('closed'); }
}

async function* relay(values) { yield* values; }
async function* steps() { yield 1; yield Promise.resolve(2); }

const cases = {
  'await a thenable of a promise': async (mark) => {
    await thenable(() => Promise.resolve(1)); mark('kept');
  },
  'await a thenable of a rejected one': (mark) => (async () => {
    await thenable(() => Promise.reject(1));
  })().catch(() => mark('refused')),
  'await a thenable of a pending one': async (mark) => {
    await thenable(async () => { await 1; await 2; }); mark('kept');
  },
  'yield a thenable of a promise': async (mark) => {
    await (async function* () { yield thenable(() => Promise.resolve(1)); })().next(); mark('kept');
  },
  'for await, array': (mark) => walk([1, 2], mark),
  'for await, array, left': (mark) => walk([1, 2], mark, true),
  'for await, set, left': (mark) => walk(new Set([1, 2]), mark, true),
  'for await, map, left': (mark) => walk(new Map([[1, 2]]).keys(), mark, true),
  'for await, array, rejected': (mark) => walk([1, Promise.reject(2)], mark),
  'for await, iterator without return, rejected':
    (mark) => walk(iterable(plain([1, Promise.reject(2)])), mark),
  'for await, generator, rejected': (mark) => walk(closing(mark), mark),
  'for await, generator, left': (mark) => walk(closing(mark), mark, true),
  'yield*, generator': (mark) => walk(relay(steps()), mark),
  'yield*, array': (mark) => walk(relay([1, 2]), mark),
  'yield*, array, left': (mark) => walk(relay([1, 2]), mark, true),
  'yield*, array, rejected': (mark) => walk(relay([1, Promise.reject(2)]), mark),
};

// The first and the last engine 2.N that differs, what it has, and what Node has.
const differs = {
  'await a thenable of a promise':
    [54, Infinity, 'kept 3.2', 'kept 4.3'],
  'await a thenable of a rejected one':
    [54, Infinity, 'refused 4.3', 'refused 5.4'],
  'await a thenable of a pending one':
    [54, Infinity, 'kept 4.3', 'kept 5.4'],
  'yield a thenable of a promise':
    [54, Infinity, 'kept 4.3', 'kept 5.4'],
  'for await, generator, rejected':
    [54, Infinity, 'step 1 2.1, closed 3.2, caught 2 4.3', 'step 1 2.1, caught 2 4.3'],
  'yield*, generator':
    [0, 52, 'step 1 4.3, step 2 8.7, end 10.9', 'step 1 3.2, step 2 6.5, end 8.7'],
  'yield*, array':
    [0, 52, 'step 1 4.3, step 2 8.7, end 11.10', 'step 1 3.2, step 2 6.5, end 9.8'],
  'yield*, array, left':
    [0, 52, 'step 1 4.3, end 7.6', 'step 1 3.2, end 6.5'],
  'yield*, array, rejected':
    [0, 52, 'step 1 4.3, caught 2 7.6', 'step 1 3.2, caught 2 6.5'],
};

function known(name, events) {
  const [first, last, theirs, node] = differs[name] ?? [];
  if (!(minor >= first && minor <= last)) return events;
  return events === theirs ? node : `${events}: no longer as docs/node.md says`;
}

function measure(run, done) {
  let before = 0, after = 0;
  const events = [];
  const first = () => { if (++before < JOBS) queueMicrotask(first); };
  const second = () => { if (++after < JOBS) queueMicrotask(second); };
  queueMicrotask(first);
  run((what) => events.push(`${what} ${before}.${after}`));
  queueMicrotask(second);
  setImmediate(() => done(events.join(', ')));
}

function next([name, ...names]) {
  if (name === undefined) return;
  measure(cases[name], (events) => {
    console.log(`${name}: ${known(name, events)}`);
    next(names);
  });
}
next(Object.keys(cases));
