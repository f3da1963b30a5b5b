// SPDX-License-Identifier: MIT
// The recording: columns of items in order of their start, and what follows from them (which item
// is inside which, what led to what). Everything else on the page reads this.
//
// An item is identified by its index in the columns for the moment, and by its id for longer: a
// live recording grows, inserts spans that ended late, and drops its oldest items.

export const ITEM_BYTES = 40;
export const NONE = -1;
const OPEN = 0x8000;
const COLUMNS = {
  start: Float64Array, duration: Float64Array, id: Uint32Array, cause: Uint32Array,
  subject: Uint32Array, label: Uint32Array, value: Int32Array, event: Uint8Array, kind: Uint8Array,
  thread: Uint16Array, parent: Int32Array,
};
const COLUMN_NAMES = Object.keys(COLUMNS);
const GIVEN = COLUMN_NAMES.filter((name) => name !== 'parent');

export function decodeBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const clean = text.replace(/\s+/g, '');
  const bytes = new Uint8Array((clean.length >> 2) * 3);
  let length = 0;
  // In pieces: one string of all the bytes would take twice the memory.
  for (let at = 0; at < clean.length; at += 1 << 20) {
    const piece = atob(clean.slice(at, at + (1 << 20)));
    for (let i = 0; i < piece.length; i++) bytes[length + i] = piece.charCodeAt(i);
    length += piece.length;
  }
  return bytes.subarray(0, length);
}

// Numbers by name; what a header does not name is 255, which no item has.
function numbersOf(names, wanted) {
  const numbers = {};
  for (const name of wanted) {
    const number = names.indexOf(name);
    numbers[name.replace('-', '_')] = number < 0 ? 255 : number;
  }
  return numbers;
}

// Outer before inner.
const SPANS = ['run', 'turn', 'phase', 'sleep', 'call', 'ticks', 'microtasks', 'pool-run'];
// Calls of JavaScript; they may lie inside a call of the loop's.
export const SCRIPT_KINDS = new Set(['main', 'timeout', 'interval', 'immediate', 'callback',
  'before-exit', 'exit', 'tick', 'microtask', 'listener', 'message']);
const EVENTS = ['run', 'turn', 'phase', 'sleep', 'call', 'ticks', 'microtasks', 'schedule',
  'cancel', 'create', 'destroy', 'pool-wait', 'pool-run', 'signal', 'limit', 'mark', 'starve'];

// By start; if the clock is too coarse, by id, which has the same order.
function compare(a, i, b, k) {
  return a.start[i] - b.start[k] || a.id[i] - b.id[k];
}

export class Model {
  constructor(header, capacity = 0) {
    this.count = 0;
    this.capacity = NONE;
    this.version = 0; // rises with every change
    this.dropped = header.dropped ?? 0;
    this.setHeader(header);
    this.reserve(capacity);
  }

  setHeader(header) {
    this.header = {
      events: [], kinds: [], phases: [], reasons: [], threads: [], labels: [['', '']],
      objects: [[0, 0]], ...header,
    };
    this.events = numbersOf(this.header.events, EVENTS);
    this.kinds = this.header.kinds;
    this.labels = this.header.labels;
    this.objects = this.header.objects;
    this.threads = this.header.threads;
    this.ranks = this.header.events.map((name) => SPANS.indexOf(name));
    this.isSpan = this.ranks.map((rank) => rank >= 0);
  }

  reserve(capacity) {
    if (capacity <= this.capacity) return;
    for (const name of COLUMN_NAMES) {
      const bigger = new COLUMNS[name](capacity);
      if (this[name]) bigger.set(this[name].subarray(0, this.count));
      this[name] = bigger;
    }
    this.capacity = capacity;
  }

  // The items of a whole recording, which are in order.
  static fromBytes(header, bytes) {
    const model = new Model(header, Math.floor(bytes.length / ITEM_BYTES));
    model.count = model.capacity;
    model.take(bytes, 0);
    model.settle(0);
    return model;
  }

  // Copies items into the columns from `at` on.
  take(bytes, at) {
    const n = Math.floor(bytes.length / ITEM_BYTES);
    const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    const whole = [aligned.buffer, aligned.byteOffset];
    const f64 = new Float64Array(...whole, n * 5);
    const u32 = new Uint32Array(...whole, n * 10);
    const i32 = new Int32Array(...whole, n * 10);
    const u16 = new Uint16Array(...whole, n * 20);
    const u8 = new Uint8Array(...whole, n * 40);
    const { start, duration, id, cause, subject, label, value, event, kind, thread } = this;
    for (let i = 0, to = at; i < n; i++, to++) {
      start[to] = f64[i * 5];
      duration[to] = f64[i * 5 + 1];
      id[to] = u32[i * 10 + 4];
      cause[to] = u32[i * 10 + 5];
      subject[to] = u32[i * 10 + 6];
      label[to] = u32[i * 10 + 7];
      value[to] = i32[i * 10 + 8];
      event[to] = u8[i * 40 + 36];
      kind[to] = u8[i * 40 + 37];
      thread[to] = u16[i * 20 + 19];
    }
  }

  // What follows from the columns, for all items from `from` on. Costs as much as there are.
  settle(from) {
    this.version++;
    this.nest(from);
    this.number(from);
    this.effects = null;
    const spans = this.header.duration ?? 0;
    let last = Math.max(spans, this.lastEnd ?? 0);
    for (let i = from; i < this.count; i++) last = Math.max(last, this.end(i));
    this.lastEnd = last;
  }

  // Sets parents: on each thread spans lie inside one another or apart. Waits for the pool overlap
  // and are nobody's parent.
  nest(from) {
    const { event, thread, parent, isSpan, count } = this;
    const tops = this.topsBefore(from);
    for (let i = from; i < count; i++) {
      const lane = thread[i] & ~OPEN;
      let top = tops[lane] ?? NONE;
      while (top !== NONE && !this.lasts(top, i)) top = parent[top];
      parent[i] = top;
      tops[lane] = isSpan[event[i]] ? i : top;
    }
  }

  // Whether item i is inside of `outer`, which came before it. If the clock is too coarse to tell
  // (a virtual one stands still most of the time), a moment belongs to the call that ends there,
  // and spans are inside one another only if they are of different ranks.
  lasts(outer, i) {
    const { start, duration, event } = this;
    const end = start[outer] + duration[outer];
    if (end !== start[i]) return end > start[i];
    if (this.isSpan[event[i]]) {
      const frame = this.ranks[event[outer]] <= this.ranks[this.events.phase];
      return duration[i] === 0 && (frame || duration[outer] === 0) &&
        this.rank(i) > this.rank(outer);
    }
    return event[i] !== this.events.destroy &&
      (duration[outer] === 0 || event[outer] === this.events.call);
  }

  rank(i) {
    const inner = this.event[i] === this.events.call && SCRIPT_KINDS.has(this.kindName(i));
    return this.ranks[this.event[i]] + (inner ? 0.5 : 0);
  }

  // The innermost span of each thread just before an item.
  topsBefore(from) {
    const tops = new Array(this.threads.length).fill(NONE);
    const missing = new Set(this.threads.keys());
    const limit = Math.max(0, from - 100_000); // a thread that is silent for longer starts afresh
    for (let i = from - 1; i >= limit && missing.size > 0; i--) {
      const lane = this.threadOf(i);
      if (missing.delete(lane)) tops[lane] = this.isSpan[this.event[i]] ? i : this.parent[i];
    }
    return tops;
  }

  // Places by id. Ids rise with the start, so the ids of what is kept lie close together.
  number(from) {
    const { id, count } = this;
    if (from === 0 || !this.places) {
      from = 0;
      this.firstId = Infinity;
      for (let i = 0; i < count; i++) if (id[i] < this.firstId) this.firstId = id[i];
      this.places = new Int32Array(count + 1).fill(NONE);
    }
    let most = 0;
    for (let i = from; i < count; i++) if (id[i] > most) most = id[i];
    const room = Math.min(most - this.firstId + 1, this.capacity * 8 + 1024);
    if (room > this.places.length) {
      const bigger = new Int32Array(room * 2).fill(NONE);
      bigger.set(this.places);
      this.places = bigger;
    }
    const { places, firstId } = this;
    for (let i = from; i < count; i++) places[id[i] - firstId] = i;
  }

  // The place of the item with this id, or NONE.
  at(id) {
    if (id === 0) return NONE;
    const place = this.places?.[id - this.firstId] ?? NONE;
    return place < this.count && this.id[place] === id ? place : NONE;
  }

  end(i) {
    return this.start[i] + this.duration[i];
  }

  threadOf(i) {
    return this.thread[i] & ~OPEN;
  }

  isOpen(i) {
    return (this.thread[i] & OPEN) !== 0;
  }

  eventName(i) {
    return this.header.events[this.event[i]] ?? '?';
  }

  // What an item's kind means depends on its event.
  kindName(i) {
    const { events, header } = this;
    const { phase, sleep, limit, pool_run: poolRun } = events;
    const event = this.event[i];
    if (event === phase || event === limit) return header.phases[this.kind[i]] ?? '';
    if (event === sleep) return header.reasons[this.kind[i]] ?? '';
    if (event === poolRun && header.works) return header.works[this.kind[i]] ?? '';
    if (event === events.run || event === events.turn) return '';
    return this.kinds[this.kind[i]] ?? '';
  }

  // The label of an item, or of the object that it is about: [name, site].
  labelOf(i) {
    const own = this.labels[this.label[i]];
    if (this.label[i] !== 0 && own) return own;
    const object = this.objects[this.subject[i]];
    return (object && this.subject[i] !== 0 && this.labels[object[1]]) || this.labels[0];
  }

  // How an item is called in one or two words.
  nameOf(i) {
    const { run, turn, phase, sleep, ticks, microtasks, pool_wait: wait } = this.events;
    const event = this.event[i];
    if (event === run) return 'run';
    if (event === turn) return `turn ${this.value[i]}`;
    if (event === phase) return this.kindName(i);
    if (event === sleep) return 'sleep';
    if (event === ticks) return 'nextTick queue';
    if (event === microtasks) return 'microtask queue';
    const name = this.labelOf(i)[0];
    if (event === this.events.mark) return name.trimEnd() || '(an empty line)';
    if (name) return name;
    const object = this.objects[this.subject[i]];
    const kind = event === this.events.pool_run || event === wait
      ? this.kinds[object?.[0]] : this.kindName(i);
    return kind || this.eventName(i);
  }

  siteOf(i) {
    return this.labelOf(i)[1];
  }

  causeOf(i) {
    return this.at(this.cause[i]);
  }

  // The next call (or pool work, or tick) outwards.
  callAround(i) {
    const { call, pool_run: poolRun } = this.events;
    let outer = this.parent[i];
    while (outer !== NONE && this.event[outer] !== call && this.event[outer] !== poolRun) {
      outer = this.parent[outer];
    }
    return outer;
  }

  // The items that name item i as their cause, in order. The index is made when first asked for.
  effectsOf(i) {
    this.effects ??= this.indexEffects();
    const { first, list } = this.effects;
    return list.subarray(first[i], first[i + 1]);
  }

  indexEffects() {
    const { count, cause } = this;
    const first = new Uint32Array(count + 1);
    const from = new Int32Array(count);
    let total = 0;
    for (let i = 0; i < count; i++) {
      from[i] = cause[i] === 0 ? NONE : this.at(cause[i]);
      if (from[i] !== NONE) {
        first[from[i] + 1]++;
        total++;
      }
    }
    for (let i = 0; i < count; i++) first[i + 1] += first[i];
    const next = first.slice();
    const list = new Uint32Array(total);
    for (let i = 0; i < count; i++) if (from[i] !== NONE) list[next[from[i]]++] = i;
    return { first, list };
  }

  // The first item that starts at `time` or later.
  firstFrom(time) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Items within item i on its thread, outer before inner; at most `limit`.
  *inside(i, limit = 100_000) {
    const end = this.end(i);
    const thread = this.threadOf(i);
    const last = Math.min(this.count, i + 1 + limit);
    for (let k = i + 1; k < last && this.start[k] <= end; k++) {
      if (this.threadOf(k) === thread && this.end(k) <= end) yield k;
    }
  }

  // Adds items of a running program, which come in order of their end. Returns the first index that
  // changed.
  add(bytes, limit) {
    const added = Math.floor(bytes.length / ITEM_BYTES);
    if (added === 0) return this.count;
    const batch = new Model(this.header, added);
    batch.count = added;
    batch.take(bytes, 0);
    // After a reconnection some may come once more.
    const order = Array.from({ length: added }, (_, i) => i)
      .filter((i) => this.at(batch.id[i]) === NONE)
      .sort((a, b) => compare(batch, a, batch, b));
    if (order.length === 0) return this.count;
    let from = this.firstFrom(batch.start[order[0]]);
    if (this.count + order.length > limit) {
      this.forget(this.count + order.length - Math.floor(limit * 0.75));
      from = 0;
    }
    if (this.count + order.length > this.capacity) {
      this.reserve(Math.min(limit, Math.max(1 << 12, (this.count + order.length) * 2)));
    }
    this.merge(batch, order, this.firstFrom(batch.start[order[0]]));
    this.settle(from);
    return from;
  }

  // Merges the batch with what starts no earlier: first where each item comes from, then column by
  // column, which is several times as fast as item by item.
  merge(batch, order, from) {
    const tail = this.count - from;
    const sources = new Int32Array(tail + order.length); // a place in the tail, or ~ in the batch
    let old = 0;
    let next = 0;
    for (let to = 0; to < sources.length; to++) {
      const takeOld = next === order.length ||
        (old < tail && compare(this, from + old, batch, order[next]) < 0);
      sources[to] = takeOld ? old++ : ~order[next++];
    }
    for (const name of GIVEN) {
      const column = this[name];
      const kept = column.slice(from, this.count);
      const added = batch[name];
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i];
        column[from + i] = source >= 0 ? kept[source] : added[~source];
      }
    }
    this.count += order.length;
  }

  forget(n) {
    const gone = Math.min(n, this.count);
    for (const name of GIVEN) this[name].copyWithin(0, gone, this.count);
    this.count -= gone;
    this.forgotten = (this.forgotten ?? 0) + gone;
    this.keptFrom = this.count > 0 ? this.start[0] : 0;
    this.forgetNames();
  }

  // Objects and texts that no item refers to any more would grow for as long as a program runs.
  forgetNames() {
    const objects = [];
    const labels = [this.labels[0]];
    for (let i = 0; i < this.count; i++) {
      const subject = this.subject[i];
      if (this.objects[subject]) objects[subject] = this.objects[subject];
      if (this.labels[this.label[i]]) labels[this.label[i]] = this.labels[this.label[i]];
    }
    for (const subject in objects) {
      const label = objects[subject][1];
      if (this.labels[label]) labels[label] = this.labels[label];
    }
    this.objects = objects;
    this.labels = labels;
  }

  addNames({ labels, objects, threads }) {
    threads?.add.forEach((thread, i) => { this.threads[threads.from + i] = thread; });
    labels?.add.forEach((label, i) => { this.labels[labels.from + i] = label; });
    objects?.add.forEach((object, i) => { this.objects[objects.from + i] = object; });
  }
}
