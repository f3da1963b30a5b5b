// SPDX-License-Identifier: MIT
// Where items are drawn: lanes (a phase, the ticks, a thread of the pool) with rows, and in each
// row a track: its items in order, without overlap, with a running sum of their durations. So the
// items of any interval are found by binary search, and how busy a pixel is by one subtraction,
// however many items it has.
import { NONE } from './model.js';
import { QUEUE_OF } from './queues.js';

export const STATIONS = [
  { key: 'timers', title: 'timers', phases: ['timers'] },
  { key: 'pending', title: 'pending', phases: ['pending'] },
  { key: 'idle', title: 'idle, prepare', phases: ['idle', 'prepare'] },
  { key: 'poll', title: 'poll', phases: ['poll'] },
  { key: 'check', title: 'check', phases: ['check'] },
  { key: 'closing', title: 'closing', phases: ['closing'] },
];

export const ROWS = 8;
const DEEPEST = 6; // calls further inside are in the details only
export const DOTS = 7; // the row of what takes no time

// Grows at its end, and is cut there when a live recording changes its past.
class Track {
  constructor() {
    this.count = 0;
    this.items = new Int32Array(16);
    this.sums = new Float64Array(17);
  }

  push(item, duration) {
    if (this.count === this.items.length) this.grow();
    this.items[this.count] = item;
    this.sums[this.count + 1] = this.sums[this.count] + duration;
    this.count++;
  }

  grow() {
    const items = new Int32Array(this.count * 2);
    const sums = new Float64Array(this.count * 2 + 1);
    items.set(this.items);
    sums.set(this.sums);
    this.items = items;
    this.sums = sums;
  }

  // Forgets items from this place of the recording on.
  cut(place) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.items[middle] < place) low = middle + 1;
      else high = middle;
    }
    this.count = low;
  }
}

function loopLanes(thread) {
  const lane = (key, title, hue, about) => ({ key, title, name: title, hue, about, thread });
  return [
    lane('turn', 'turns', 'turn', 'A turn is one round of the loop'),
    lane('main', 'program', 'main', 'Code that runs outside of the phases: the script itself'),
    ...STATIONS.map(({ key, title }) => lane(key, title, key, `The ${title} phase`)),
    lane('sleep', 'sleep', 'sleep', 'The loop sleeps inside poll'),
    lane('ticks', 'nextTick', 'ticks', 'process.nextTick callbacks, after every callback'),
    lane('micro', 'microtasks', 'micro', 'Promise jobs, after the ticks'),
    lane('marks', 'output', 'marks', 'What the program wrote'),
    lane('starve', 'starved', 'alarm', 'Ticks or microtasks kept the loop from going on'),
  ];
}

// The lanes that every recording shows, even when they are empty.
const ALWAYS = new Set(STATIONS.map(({ key }) => key).concat('turn'));

export class Lanes {
  constructor(model) {
    this.model = model;
    this.makeLanes();
    this.extend(0);
  }

  makeLanes() {
    const { threads } = this.model;
    const loops = [...threads.keys()].filter((i) => threads[i].type === 'loop');
    this.lanes = [];
    this.first = new Map(); // the first lane of each thread
    for (const thread of loops) {
      this.first.set(thread, this.lanes.length);
      this.lanes.push(...loopLanes(thread));
    }
    this.waits = this.lanes.length;
    this.lanes.push({ key: 'wait', title: 'pool queue', hue: 'pool', thread: NONE,
      about: 'Work that waits for a thread of the pool' });
    threads.forEach((thread, i) => {
      if (thread.type === 'loop' || thread.type === 'queue') return;
      this.first.set(i, this.lanes.length);
      this.lanes.push({ key: 'pool', title: thread.name, hue: 'pool', thread: i,
        about: thread.type === 'pool' ? 'A thread of the pool' : 'Threads beside the loops' });
    });
    this.threadCount = threads.length;
    this.tracks = Array.from({ length: this.lanes.length * ROWS }, () => new Track());
    this.offsets = {}; // of a lane within those of its loop, by key
    this.lanes.forEach((lane, i) => {
      if (this.first.get(lane.thread) !== undefined) {
        this.offsets[lane.key] ??= i - this.first.get(lane.thread);
      }
    });
    this.waitEnds = new Float64Array(DEEPEST + 1);
    this.place = new Int16Array(0); // of each item: its track
  }

  // Puts the items from `from` on into their tracks.
  extend(from) {
    const { model } = this;
    if (model.threads.length !== this.threadCount) {
      this.makeLanes();
      from = 0;
    }
    if (this.place.length < model.capacity) {
      const bigger = new Int16Array(model.capacity);
      bigger.set(this.place.subarray(0, from));
      this.place = bigger;
    }
    for (const track of this.tracks) track.cut(from);
    this.freeWaits();
    const rules = this.rules();
    for (let i = from; i < model.count; i++) {
      const track = this.trackFor(i, rules);
      this.place[i] = track;
      if (track !== NONE) this.tracks[track].push(i, model.duration[i]);
    }
    this.measure();
  }

  // By event: what decides the lane.
  rules() {
    const { events, header } = this.model;
    const own = new Int16Array(256).fill(NONE); // events that open a lane of their own, row 0
    const { offsets } = this;
    own[events.run] = own[events.turn] = offsets.turn ?? NONE;
    own[events.sleep] = offsets.sleep ?? NONE;
    own[events.ticks] = offsets.ticks ?? NONE;
    own[events.microtasks] = offsets.micro ?? NONE;
    own[events.mark] = offsets.marks ?? NONE;
    own[events.starve] = offsets.starve ?? NONE;
    const phases = header.phases.map((name) =>
      offsets[STATIONS.find((station) => station.phases.includes(name))?.key] ?? NONE);
    const { kinds } = this.model;
    return { own, phases, tick: kinds.indexOf('tick'), micro: kinds.indexOf('microtask') };
  }

  trackFor(i, rules) {
    const { model } = this;
    const { events } = model;
    const event = model.event[i];
    if (event === events.pool_wait) return this.waitRow(i);
    const first = this.first.get(model.threadOf(i));
    if (first === undefined) return NONE;
    if (this.lanes[first].key === 'pool') {
      return first * ROWS + (model.isSpan[event] ? 1 : DOTS);
    }
    if (event === events.phase) return (first + (rules.phases[model.kind[i]] ?? 1)) * ROWS;
    if (rules.own[event] !== NONE) {
      const row = event === events.turn || event === events.sleep ? 1 : 0;
      const dot = event === events.mark || event === events.starve;
      return (first + rules.own[event]) * ROWS + (dot ? DOTS : row);
    }
    return this.besideParent(i, first, rules);
  }

  // A call is drawn in the lane of the item that it is inside of, a row further down.
  besideParent(i, first, rules) {
    const { model } = this;
    const isSpan = model.isSpan[model.event[i]];
    if (isSpan && model.event[i] === model.events.call) {
      const lane = model.kind[i] === rules.tick ? this.offsets.ticks
        : model.kind[i] === rules.micro ? this.offsets.micro : NONE;
      if (lane !== NONE) return this.below(i, first + lane);
    }
    const outer = model.parent[i];
    const track = outer === NONE ? NONE : this.place[outer];
    let lane = track === NONE ? NONE : Math.floor(track / ROWS);
    if (lane === NONE || lane === first + this.offsets.turn) lane = first + this.laneByKind(i);
    return isSpan ? this.below(i, lane) : lane * ROWS + DOTS;
  }

  // For an unknown phase: live it comes when it has ended, and it may have been dropped.
  laneByKind(i) {
    const { model, offsets } = this;
    const { run, call } = model.events;
    const inRun = model.parent[i] !== NONE && model.event[model.parent[i]] === run;
    const key = model.event[i] === call && !inRun ? QUEUE_OF[model.kindName(i)] : undefined;
    return offsets[key] ?? offsets.main;
  }

  // The row below the nearest item around that is in the same lane.
  below(i, lane) {
    const { model } = this;
    for (let outer = model.parent[i]; outer !== NONE; outer = model.parent[outer]) {
      const track = this.place[outer];
      if (track !== NONE && Math.floor(track / ROWS) === lane) {
        const row = (track % ROWS) + 1;
        return row > DEEPEST ? NONE : lane * ROWS + row;
      }
      if (model.parent[outer] === NONE || model.event[outer] === model.events.phase) break;
    }
    return lane * ROWS + 1;
  }

  // Waits overlap: each goes to the first free row. If there is none, it is not drawn: all the rows
  // are full of waits anyway.
  waitRow(i) {
    const start = this.model.start[i];
    for (let row = 1; row <= DEEPEST; row++) {
      if (this.waitEnds[row] <= start) {
        this.waitEnds[row] = this.model.end(i);
        return this.waits * ROWS + row;
      }
    }
    return NONE;
  }

  freeWaits() {
    for (let row = 1; row <= DEEPEST; row++) {
      const { count, items } = this.track(this.waits, row);
      this.waitEnds[row] = count > 0 ? this.model.end(items[count - 1]) : -Infinity;
    }
  }

  // Which rows are in use.
  measure() {
    this.lanes.forEach((lane, i) => {
      lane.rows = [];
      for (let row = 0; row < ROWS; row++) {
        if (this.tracks[i * ROWS + row].count > 0) lane.rows.push(row);
      }
      const always = ALWAYS.has(lane.key) && lane.thread === this.mainLoop();
      lane.shown = always || lane.rows.length > 0;
    });
    this.nameLanes();
  }

  // Lanes show the name of their loop if there is more than one.
  nameLanes() {
    const { threads } = this.model;
    const loops = new Set(this.lanes.filter((lane) => lane.shown && lane.name)
      .map((lane) => lane.thread));
    for (const lane of this.lanes) {
      if (!lane.name) continue;
      const whose = loops.size > 1 ? `${threads[lane.thread].name} ` : '';
      lane.title = whose + lane.name;
    }
  }

  // The loop that does most, if there are several.
  mainLoop() {
    if (this.main !== undefined && this.mainOf === this.model.version) return this.main;
    const sums = new Map();
    this.lanes.forEach(({ thread, key }, i) => {
      if (key === 'pool' || key === 'wait') return;
      let sum = sums.get(thread) ?? 0;
      for (let row = 0; row < ROWS; row++) sum += this.track(i, row).count;
      sums.set(thread, sum);
    });
    this.mainOf = this.model.version;
    this.main = [...sums].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
    return this.main;
  }

  track(lane, row) {
    return this.tracks[lane * ROWS + row];
  }

  laneOf(i) {
    return this.place[i] === NONE ? NONE : Math.floor(this.place[i] / ROWS);
  }

  rowOf(i) {
    return this.place[i] % ROWS;
  }

  // The place in a track of the first item that ends after `time`.
  firstAfter(track, time) {
    const { start, duration } = this.model;
    let low = 0;
    let high = track.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = track.items[middle];
      if (start[item] + duration[item] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The index in a track, from `from` on, of the first item that starts at `time` or later. Looks
  // nearby first, because it is called for neighbouring pixels.
  firstFrom(track, time, from) {
    const { start } = this.model;
    let step = 1;
    let low = from;
    while (low + step < track.count && start[track.items[low + step]] < time) {
      low += step;
      step *= 2;
    }
    let high = Math.min(track.count, low + step);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (start[track.items[middle]] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
