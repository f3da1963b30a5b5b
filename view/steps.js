// SPDX-License-Identifier: MIT
// The recording as steps for the playhead: every phase of the loop, every sleep and every callback.
// A phase in which nothing ran has no item; it is a step nonetheless, because that explains the
// order of the rest.
import { NONE, SCRIPT_KINDS } from './model.js';
import { STATIONS } from './lanes.js';

export const PASSED = 1; // through a phase, nothing ran
export const PHASE = 2;
export const SLEEP = 3;
export const CALL = 4;
export const END = 5; // the loop has ended

// The stations in the order of a turn; its timers come last.
const TURN_ORDER = [1, 2, 3, 4, 5, 0];

export class Steps {
  constructor(model, thread) {
    this.model = model;
    this.thread = thread;
    this.count = 0;
    this.type = [];
    this.item = []; // the item of the step; for PASSED the item that comes next
    this.station = []; // on the ring, or NONE
    this.build();
  }

  push(type, item, station) {
    this.type.push(type);
    this.item.push(item);
    this.station.push(station);
    this.count++;
  }

  build() {
    const { model } = this;
    const { run, turn, phase, sleep, call, ticks, microtasks } = model.events;
    const stationOf = model.header.phases.map((name) =>
      STATIONS.findIndex((station) => station.phases.includes(name)));
    this.inTurn = NONE;
    this.next = 0; // how far in TURN_ORDER
    this.inRun = NONE;
    for (let i = 0; i < model.count; i++) {
      const event = model.event[i];
      if (model.threadOf(i) !== this.thread) continue;
      if (this.inTurn !== NONE && !this.within(i, this.inTurn)) this.finish(i);
      if (event === phase) this.phase(i, stationOf[model.kind[i]] ?? NONE);
      else if (event === call) this.call(i);
      else if (event === sleep) this.push(SLEEP, i, 3);
      else if (event === turn) this.turn(i);
      else if (event === ticks || event === microtasks) this.queue(i);
      else if (event === run) this.inRun = model.value[i] === 0 ? i : NONE;
    }
    this.finish(model.count - 1);
    this.push(END, Math.max(0, model.count - 1), NONE);
  }

  // A run of ticks or microtasks is a step of its own if its callbacks are not known one by one.
  queue(i) {
    for (const inner of this.model.inside(i, 100)) {
      if (this.model.event[inner] === this.model.events.call) return;
    }
    this.push(CALL, i, NONE);
  }

  within(i, outer) {
    const { parent } = this.model;
    let at = parent[i];
    while (at > outer) at = parent[at];
    return at === outer;
  }

  turn(i) {
    // The timers before the first turn make no item if none is due.
    if (this.inRun !== NONE) this.push(PASSED, i, 0);
    this.inRun = NONE;
    this.inTurn = i;
    this.next = 0;
  }

  phase(i, station) {
    if (this.inTurn !== NONE) {
      const at = TURN_ORDER.indexOf(station);
      while (this.next < at) this.push(PASSED, i, TURN_ORDER[this.next++]);
      this.next = Math.max(this.next, at + 1);
    }
    this.inRun = NONE;
    const last = this.count - 1;
    // Idle and prepare are one station, and so are two phases of one kind in a row.
    if (last >= 0 && this.type[last] === PHASE && this.station[last] === station) return;
    this.push(PHASE, i, station);
  }

  // The loop's own call around a callback of JavaScript is one step with it.
  call(i) {
    const { model } = this;
    const last = this.count - 1;
    if (last >= 0 && this.type[last] === CALL && model.parent[i] === this.item[last] &&
        !SCRIPT_KINDS.has(model.kindName(this.item[last]))) {
      this.item[last] = i;
    } else this.push(CALL, i, NONE);
  }

  // The phases that were left of a turn when the next item came.
  finish(i) {
    if (this.inTurn === NONE) return;
    while (this.next < TURN_ORDER.length) this.push(PASSED, i, TURN_ORDER[this.next++]);
    this.inTurn = NONE;
  }

  // A passed phase is seen just before the next item; its time is that item's.
  time(step) {
    const { model } = this;
    if (model.count === 0) return 0;
    const item = this.item[step];
    return this.type[step] === END ? model.lastEnd : model.start[item];
  }

  // The step at which an item stands, or the one before it.
  stepOf(item) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.item[middle] < item) low = middle + 1;
      else high = middle;
    }
    while (low < this.count && this.item[low] === item && this.type[low] === PASSED) low++;
    return Math.max(0, this.item[low] === item ? low : low - 1);
  }

  // The next step from `from` in a direction that `wanted(type)` takes, or `from`.
  seek(from, direction, wanted) {
    for (let step = from + direction; step >= 0 && step < this.count; step += direction) {
      if (wanted(this.type[step])) return step;
    }
    return from;
  }
}
