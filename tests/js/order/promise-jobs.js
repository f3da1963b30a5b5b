// SPDX-License-Identifier: MIT
// In which job each thing of promises happens: every kind of value through every use of it. A chain
// of microtasks before the case and one after it count jobs; "a.b" is what they say. Not here is
// what docs/node.md ("Order of promises") says of the engine.
'use strict';
const vm = require('vm');
const JOBS = 14;

class Sub extends Promise {}
const foreign = vm.createContext({ setImmediate });

const later = (settle) => { queueMicrotask(() => queueMicrotask(settle)); };
const values = {
  'a number': () => 1,
  'an object': () => ({}),
  'fulfilled': () => Promise.resolve(1),
  'rejected': () => Promise.reject(new Error('no')),
  'pending': () => new Promise((resolve) => later(() => resolve(1))),
  'to be rejected': () => new Promise((_, reject) => later(() => reject(new Error('no')))),
  'of an async function': () => (async () => 1)(),
  'of one that awaits': () => (async () => { await null; return 1; })(),
  'of one that throws': () => (async () => { throw new Error('no'); })(),
  'resolved with a promise': () => new Promise((resolve) => resolve(Promise.resolve(1))),
  'a thenable': () => ({ then(resolve) { resolve(1); } }),
  'a thenable that rejects': () => ({ then(_, reject) { reject(new Error('no')); } }),
  'a late thenable': () => ({ then(resolve) { queueMicrotask(resolve); } }),
  'a thenable that throws': () => ({ then() { throw new Error('no'); } }),
  'a then that throws': () => ({ get then() { throw new Error('no'); } }),
  'of a subclass': () => Sub.resolve(1),
  'rejected, of a subclass': () => Sub.reject(new Error('no')),
  'with a then of its own': () => Object.assign(Promise.resolve(1), { then: Promise.prototype.then }),
  'with a constructor of its own': () => Object.assign(Promise.resolve(1), { constructor: Promise }),
  'with another constructor': () => Object.assign(Promise.resolve(1), { constructor: Sub }),
  'of another realm': () => vm.runInContext('Promise.resolve(1)', foreign),
  'rejected, of another realm': () => vm.runInContext('Promise.reject(new Error())', foreign),
};

const isPromise = (value) => typeof value?.finally === 'function';
const promise = (value) => (isPromise(value) ? value : Promise.resolve(1));
const ended = (p, mark) => p.then(() => mark('kept'), () => mark('refused'));
const rejected = () => Promise.reject(new Error('before'));

// Each gets a function that makes the value, and one to say that something happens.
const uses = {
  'then': (value, mark) => ended(promise(value()), mark),
  'then without handlers': (value, mark) => ended(promise(value()).then(), mark),
  'catch': (value, mark) => ended(promise(value()).catch(() => mark('caught')), mark),
  'finally': (value, mark) => ended(promise(value()).finally(() => mark('finally')), mark),
  'finally twice': (value, mark) => ended(promise(value()).finally(() => {}).finally(() => {}), mark),
  'finally of no function': (value, mark) => ended(promise(value()).finally(1), mark),
  'finally returns it': (value, mark) => ended(Promise.resolve(1).finally(value), mark),
  'finally after a rejection returns it': (value, mark) => ended(rejected().finally(value), mark),
  'finally of a subclass returns it': (value, mark) => ended(Sub.resolve(1).finally(value), mark),
  'finally throws': (value, mark) => ended(promise(value()).finally(() => { throw 1; }), mark),
  'finally of another realm': (value, mark) => {
    ended(vm.runInContext('Promise.resolve(1)', foreign).finally(value), mark);
  },
  'finally borrowed from another realm': (value, mark) => {
    const borrowed = vm.runInContext('Promise.prototype.finally', foreign);
    ended(borrowed.call(promise(value()), () => mark('finally')), mark);
  },
  'then returns it': (value, mark) => ended(Promise.resolve(1).then(value), mark),
  'catch returns it': (value, mark) => ended(rejected().catch(value), mark),
  'resolve with it': (value, mark) => ended(new Promise((resolve) => resolve(value())), mark),
  'Promise.resolve': (value, mark) => ended(Promise.resolve(value()), mark),
  'Sub.resolve': (value, mark) => ended(Sub.resolve(value()), mark),
  'Promise.reject': (value, mark) => ended(Promise.reject(value()), mark),
  'await': async (value, mark) => {
    try { await value(); mark('kept'); } catch { mark('refused'); }
  },
  'await twice': async (value, mark) => {
    try { const kept = value(); await kept; await kept; mark('kept'); } catch { mark('refused'); }
  },
  'return': (value, mark) => ended((async () => value())(), mark),
  'return await': (value, mark) => ended((async () => { return await value(); })(), mark),
  'await and finally': async (value, mark) => {
    try {
      await promise(value()).finally(() => mark('finally')); mark('kept');
    } catch { mark('refused'); }
  },
  'throw it': (value, mark) => ended((async () => { throw value(); })(), mark),
  'all': (value, mark) => ended(Promise.all([value(), 2]), mark),
  'all of two': (value, mark) => ended(Promise.all([2, value(), value()]), mark),
  'race': (value, mark) => ended(Promise.race([value(), value()]), mark),
  'any': (value, mark) => ended(Promise.any([value(), rejected()]), mark),
  'allSettled': (value, mark) => ended(Promise.allSettled([value(), 2]), mark),
  'Sub.all': (value, mark) => ended(Sub.all([value(), 2]), mark),
  'for await over an array': async (value, mark) => {
    try {
      for await (const x of [1, value()]) mark(`step ${typeof x}`); mark('end');
    } catch { mark('refused'); }
  },
  'for await over a generator': async (value, mark) => {
    const steps = function* () { yield 1; yield value(); mark('through'); };
    try {
      for await (const x of steps()) mark(`step ${typeof x}`); mark('end');
    } catch { mark('refused'); }
  },
  'for await, left': async (value, mark) => {
    const steps = async function* () { try { yield 1; yield 2; } finally { await value(); mark('closed'); } };
    try {
      for await (const x of steps()) { mark(`step ${x}`); break; } mark('end');
    } catch { mark('refused'); }
  },
  'for await over a hand-made one': async (value, mark) => {
    let left = 2;
    const made = { next: () => (left-- > 0 ? { value: value(), done: false } : { done: true }) };
    try {
      for await (const x of { [Symbol.asyncIterator]: () => made }) { mark(`step ${typeof x}`); promise(x).catch(() => {}); }
      mark('end');
    } catch { mark('refused'); }
  },
  'for await over promised steps': async (value, mark) => {
    let left = 2;
    const made = { next: async () => (left-- > 0 ? { value: await value(), done: false } : { done: true }) };
    try {
      for await (const x of { [Symbol.asyncIterator]: () => made }) mark(`step ${typeof x}`); mark('end');
    } catch { mark('refused'); }
  },
  'yield': (value, mark) => {
    const steps = (async function* () { try { yield value(); mark('after'); } catch { mark('caught'); } })();
    ended(steps.next(), mark);
    ended(steps.next(), mark);
    ended(steps.next(), mark);
  },
  'yield to await': async (value, mark) => {
    const steps = (async function* () { yield await value(); yield 2; })();
    try {
      await steps.next(); mark('first'); await steps.next(); mark('second');
    } catch { mark('refused'); }
  },
  'return of a generator': (value, mark) => {
    const steps = (async function* () { return value(); })();
    ended(steps.next(), mark);
    ended(steps.next(), mark);
  },
  'return() before the start': (value, mark) => {
    const steps = (async function* () { yield 1; })();
    ended(steps.return(value()), mark);
    ended(steps.next(), mark);
  },
  'return() at the end': async (value, mark) => {
    const steps = (async function* () {})();
    await steps.next();
    ended(steps.return(value()), mark);
    ended(steps.return(1), mark);
  },
  'return() in the middle': (value, mark) => {
    const steps = (async function* () { try { yield 1; } finally { mark('closed'); await value(); } })();
    ended(steps.next(), mark);
    ended(steps.return(value()), mark);
    ended(steps.next(), mark);
  },
  'throw() in the middle': (value, mark) => {
    const steps = (async function* () { try { yield 1; } catch { mark('caught'); yield value(); } })();
    ended(steps.next(), mark);
    ended(steps.throw(value()), mark);
    ended(steps.next(), mark);
  },
  'in another realm': (value, mark) => {
    vm.runInContext(`(async (value, mark) => {
      try { await value(); mark('kept'); } catch { mark('refused'); }
      const kept = Promise.resolve(1).finally(value);
      kept.then(() => mark('then'), () => mark('or else'));
    })`, foreign)(value, mark);
  },
};

function measure(of, use, done) {
  let before = 0, after = 0;
  const events = [];
  const mark = (what) => events.push(`${what} ${before}.${after}`);
  const first = () => { if (++before < JOBS) queueMicrotask(first); };
  const second = () => { if (++after < JOBS) queueMicrotask(second); };
  queueMicrotask(first);
  try {
    const kept = use(of, mark);
    kept?.catch?.(() => {});
  } catch (error) {
    events.push(`threw ${error.name}`);
  }
  queueMicrotask(second);
  setImmediate(() => done(events.join(', ')));
}

process.on('unhandledRejection', () => {});
const cases = Object.keys(uses).flatMap((use) => Object.keys(values).map((of) => [use, of]));
function next() {
  if (cases.length === 0) return;
  const [use, of] = cases.shift();
  measure(values[of], uses[use], (events) => {
    console.log(`${use} | ${of}: ${events}`);
    next();
  });
}
next();
