// SPDX-License-Identifier: MIT
// What waited, and where, at any moment of the recording. What is scheduled waits until it is
// called, cancelled, scheduled again or gone. So each moment of scheduling is an interval of the
// recording, and a tree over the ends of these intervals finds all that contain a given place
// without visiting the others.
import { NONE } from './model.js';

// Queues by what is put into them. What is not listed keeps no queue (main, exit, listener).
export const QUEUE_OF = {
  timer: 'timers', timeout: 'timers', interval: 'timers',
  idle: 'idle', prepare: 'idle', check: 'check', immediate: 'check', close: 'closing',
  tick: 'ticks', microtask: 'micro',
};
const POLLED = ['read', 'write', 'connect', 'connection', 'shutdown', 'udp-recv', 'udp-send',
  'async', 'poll', 'signal', 'process', 'fs', 'fs-event', 'fs-poll', 'work', 'getaddrinfo',
  'getnameinfo', 'random', 'callback', 'message'];
for (const kind of POLLED) QUEUE_OF[kind] = 'poll';
export const QUEUES = ['timers', 'pending', 'idle', 'poll', 'check', 'closing', 'ticks', 'micro'];
// These stay when they have been called.
const LASTING = new Set(['interval', 'idle', 'prepare', 'check', 'read', 'connection', 'udp-recv',
  'async', 'poll', 'signal', 'fs-event', 'fs-poll']);
// Only a script has these.
const SCRIPTED = new Set(['main', 'timeout', 'interval', 'immediate']);
// What the runtime itself uses to drive JavaScript's timers and immediates.
const BENEATH = new Set(['timer', 'check', 'idle', 'prepare']);

// Where in a sorted list the first number is that is at least `least`.
export function firstAtOrAfter(list, least) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Queues {
  constructor(model) {
    this.model = model;
    this.collect();
    this.grow();
  }

  // `items`: the moments of scheduling; `until`: the place at which each ended, or the end of all.
  collect() {
    const { model } = this;
    const { events, kinds } = model;
    const queued = kinds.map((name) => QUEUE_OF[name] !== undefined);
    const lasting = kinds.map((name) => LASTING.has(name));
    const scripted = kinds.map((name) => SCRIPTED.has(name));
    this.hasScript = false;
    const items = [];
    const until = [];
    const open = new Map(); // subject to the place in `items`
    const finish = (at, place) => { if (at !== undefined && until[at] > place) until[at] = place; };
    for (let i = 0; i < model.count; i++) {
      const event = model.event[i];
      if (event === events.schedule) {
        if (!queued[model.kind[i]]) continue;
        finish(open.get(model.subject[i]), i);
        open.set(model.subject[i], items.length);
        items.push(i);
        until.push(model.count);
      } else if (event === events.call) {
        if (scripted[model.kind[i]]) this.hasScript = true;
        const at = open.get(model.subject[i]);
        if (at === undefined || model.subject[i] === 0) continue;
        if (lasting[model.kind[items[at]]] || this.comesAgain(items[at], i)) continue;
        finish(at, i);
        open.delete(model.subject[i]);
      } else if (event === events.cancel || event === events.destroy) {
        // A handle is gone just before its close callback is called: until then that waits.
        const heard = model.event[i + 1] === events.call;
        if (heard && model.subject[i + 1] === model.subject[i]) continue;
        finish(open.get(model.subject[i]), i);
        open.delete(model.subject[i]);
      }
    }
    this.items = Int32Array.from(items);
    this.until = Int32Array.from(until);
  }

  // A timer that repeats is called again for the same reason.
  comesAgain(item, call) {
    if (QUEUE_OF[this.model.kinds[this.model.kind[item]]] !== 'timers') return false;
    const effects = this.model.effectsOf(item);
    return effects.length > 0 && effects[effects.length - 1] > call;
  }

  // The tree: each node has the latest end below it.
  grow() {
    let size = 1;
    while (size < this.items.length) size *= 2;
    this.size = size;
    this.tree = new Int32Array(size * 2).fill(NONE);
    this.tree.set(this.until, size);
    for (let i = size - 1; i > 0; i--) {
      this.tree[i] = Math.max(this.tree[i * 2], this.tree[i * 2 + 1]);
    }
  }

  // Indexes in `items` that wait when the recording is at `place`. `before`: what is called there
  // is still in its queue.
  waitingAt(place, before) {
    const found = [];
    const least = before ? place : place + 1;
    const visit = (node, low, width) => {
      if (this.tree[node] < least || low >= this.items.length || this.items[low] >= place) return;
      if (node >= this.size) found.push(low);
      else {
        visit(node * 2, low, width / 2);
        visit(node * 2 + 1, low + width / 2, width / 2);
      }
    };
    if (this.items.length > 0) visit(1, 0, this.size);
    return found;
  }

  // The queues by name, each in the order in which it would run.
  at(place, before, time, limit = 2000) {
    const queues = Object.fromEntries(QUEUES.map((name) => [name, []]));
    const waiting = this.waitingAt(place, before);
    for (const at of waiting) {
      const entry = this.entry(at, place, time, before);
      if (queues[entry.queue].length < limit) queues[entry.queue].push(entry);
    }
    queues.timers.sort((a, b) => a.due - b.due);
    return queues;
  }

  entry(at, place, time, before) {
    const { model } = this;
    const item = this.items[at];
    const kind = model.kinds[model.kind[item]];
    const call = this.callOf(item);
    const named = call === NONE ? '' : model.labelOf(call)[0];
    const entry = {
      item, kind, call, queue: this.queueOf(kind, call), name: named || kind,
      site: model.siteOf(item) || (call === NONE ? '' : model.siteOf(call)),
      beneath: this.hasScript && BENEATH.has(kind), due: Infinity, state: '',
    };
    if (entry.queue === 'timers') entry.due = this.dueOf(item, place, before);
    if (entry.queue === 'poll') entry.state = this.stateOf(item, kind, time);
    return entry;
  }

  callOf(item) {
    for (const effect of this.model.effectsOf(item)) {
      if (this.model.event[effect] === this.model.events.call) return effect;
    }
    return NONE;
  }

  // Requests that failed at once, or could be done at once, are called in pending.
  queueOf(kind, call) {
    const { model } = this;
    const queue = QUEUE_OF[kind];
    if (queue !== 'poll' || call === NONE) return queue;
    for (let outer = model.parent[call]; outer !== NONE; outer = model.parent[outer]) {
      if (model.event[outer] === model.events.phase) {
        return model.kindName(outer) === 'pending' ? 'pending' : queue;
      }
    }
    return queue;
  }

  dueOf(item, place, before) {
    const { model } = this;
    const effects = model.effectsOf(item);
    const last = firstAtOrAfter(effects, before ? place : place + 1) - 1;
    const since = last < 0 ? item : effects[last];
    return model.start[since] + model.value[item] * 1e6;
  }

  stateOf(item, kind, time) {
    const { model } = this;
    const { pool_wait: wait, pool_run: run } = model.events;
    if (LASTING.has(kind)) return 'watched';
    for (const effect of model.effectsOf(item)) {
      if (model.event[effect] === wait && model.end(effect) > time) return 'waits for a thread';
      if (model.event[effect] === run && model.start[effect] <= time) {
        const thread = model.threads[model.threadOf(effect)]?.name ?? 'the pool';
        return model.end(effect) > time ? `runs on ${thread}` : 'done, to be called';
      }
    }
    return 'in flight';
  }
}
