// SPDX-License-Identifier: MIT
// From the journal of one run (src/explore/journal.h): pairs of events that nothing orders and that
// may affect each other, each with the decisions that would reverse them.
'use strict';
const { EVENTS, TIMES, TIMES_MS, render } = require('internal/explore/schedule');

const EVENTS_MAX = 6000; // of a journal; what comes later is not looked at
const PARTNERS_MAX = 40; // that one operation is paired with
const NEIGHBOURS = 16; // callbacks that one may be late for
const TIMER_MAX_MS = 1000; // what waits for events waits for no timer that is further away
const HOLDS = [15, 18, 16, 20, 17, 23]; // from 64 ms to a second
const OF = TIMES + EVENTS.length;

// --- the journal

function parseTouches(text) {
  if (text === '') return [];
  return text.split('|').map((one) => ({ mode: one[0], name: one.slice(2) }))
    .filter(({ name }) => name !== '');
}

function parse(text) {
  const events = [];
  for (const line of text.split('\n').slice(0, EVENTS_MAX)) {
    const parts = line.split('\t');
    if (parts.length !== 9) continue;
    const [id, time, what, label, n, cause, before] = parts;
    events.push({ id: Number(id), time: Number(time) / 1e6, what, label, n: Number(n),
      cause: Number(cause), before: Number(before), touches: parseTouches(parts[7]),
      place: parts[8] });
  }
  return events;
}

// What has led to each event, as a set of bits by number.
class Order {
  constructor(events) {
    this.words = events.length + 32 >>> 5;
    this.sets = new Map();
    for (const event of events) {
      const set = new Uint32Array(this.words);
      for (const parent of [event.cause, event.before]) {
        const above = this.sets.get(parent);
        if (above === undefined) continue;
        for (let i = 0; i < set.length; i++) set[i] |= above[i];
        set[parent >>> 5] |= 1 << (parent & 31);
      }
      this.sets.set(event.id, set);
    }
  }

  // Is A among what has led to B?
  leads(a, b) {
    return (this.sets.get(b.id)[a.id >>> 5] & 1 << (a.id & 31)) !== 0;
  }
}

// --- operations: a request with its start and end, or an event of a descriptor

function operationsOf(events) {
  const byStart = new Map();
  const operations = [];
  for (const event of events) {
    const { what } = event;
    if (what === 'start') {
      const one = { first: event, last: event, start: event, end: undefined,
        touches: event.touches, label: event.label, place: event.place };
      byStart.set(event.id, one);
      operations.push(one);
    } else if (what === 'end' && byStart.has(event.before)) {
      const one = byStart.get(event.before);
      one.end = one.last = event;
    } else if (what === 'ready' || what === 'close') {
      operations.push({ first: event, last: event, start: event, end: event,
        touches: event.touches, label: event.label, place: event.place });
    }
  }
  return operations;
}

// Timers that were set: when they are due, and what their callbacks were, if they ran.
function timersOf(events) {
  const timers = [];
  const fired = new Map(events.filter(({ what }) => what === 'fire').map((e) => [e.cause, e]));
  for (const event of events) {
    if (event.what !== 'set' && !(event.what === 'fire' && event.label.startsWith('interval'))) {
      continue;
    }
    if (event.label === 'immediate') continue;
    const wait = Number(event.label.split(' ')[1]);
    const fire = fired.get(event.id);
    timers.push({ set: event, fire, due: event.time + wait, place: event.place,
      label: event.label });
  }
  return timers;
}

const changes = (mode) => mode === 'w' || mode === 'c';

// What two operations share, one of them changing it; '' if there is nothing.
function sharedBy(a, b) {
  for (const one of a.touches) {
    for (const other of b.touches) {
      const isSame = one.name === other.name;
      if (isSame && (changes(one.mode) || changes(other.mode))) return one.name;
    }
  }
  return '';
}

// --- decisions

// Events that count for what is held back (src/explore/orders.c).
const isCounted = ({ what }) => what !== 'fire' && what !== 'set';

// The pick that keeps A back until COUNT other events have been, or for MS.
function pickFor(count, ms) {
  const at = EVENTS.findIndex((one) => one >= count);
  if (at >= 0) return TIMES + at;
  const time = TIMES_MS.findIndex((one) => one > ms);
  return time < 0 ? TIMES - 1 : Math.max(time, 2);
}

class Analysis {
  constructor(text) {
    this.events = parse(text);
    this.order = new Order(this.events);
    this.operations = operationsOf(this.events);
    this.timers = timersOf(this.events);
    this.places = new Map(this.events.map((event, i) => [event.id, i]));
  }

  // A is kept back until B has been, and MORE events after it.
  late(a, b, more = 0) {
    let count = more;
    for (let i = this.places.get(a.id) + 1; i <= this.places.get(b.id); i++) {
      const one = this.events[i];
      if (isCounted(one) && !this.order.leads(a, one)) count++;
    }
    return this.decision(a, pickFor(Math.max(1, count), b.time - a.time));
  }

  decision(event, pick) {
    return render({ kind: event.what, label: event.label, n: event.n, pick, of: OF });
  }

  areFree(a, b) {
    return a !== b && !this.order.leads(a.first, b.first) && !this.order.leads(b.first, a.first);
  }

  // Operations on one resource that nothing orders, the earlier one first; and those with a third,
  // of the first one's chain, between which the other may come.
  conflicts() {
    const found = [];
    const byName = new Map();
    for (const one of this.operations) {
      for (const { name } of one.touches) {
        if (!byName.has(name)) byName.set(name, new Set());
        byName.get(name).add(one);
      }
    }
    for (const [name, set] of byName) {
      const list = [...set];
      list.forEach((a, i) => {
        for (const b of list.slice(i + 1, i + PARTNERS_MAX)) {
          if (!this.areFree(a, b) || sharedBy(a, b) !== name) continue;
          this.addConflict(found, list, name, a, b);
        }
      });
    }
    return found;
  }

  addConflict(found, list, name, a, b) {
    const isDecided = ({ n }) => n > 0;
    // B comes into a step of A's chain: between A and the next operation of it on the same thing.
    const next = list.find((one) => this.order.leads(a.last, one.first) && this.areFree(one, b) &&
      one.first.id < b.first.id);
    if (next !== undefined && a.end !== undefined && isDecided(a.end)) {
      found.push({ kind: 'between', name, a, b, next, event: a.end,
        make: (more) => [this.late(a.end, b.start, more)] });
      if (isDecided(next.start)) {
        found.push({ kind: 'between', name, a, b, next, event: next.start,
          make: (more) => [this.late(next.start, b.start, more)] });
      }
    }
    if (isDecided(a.start)) {
      found.push({ kind: 'swap', name, a, b, event: a.start,
        make: (more) => [this.late(a.start, b.start, more)] });
    }
    if (next === undefined && a.end !== undefined && a.end !== a.start && isDecided(a.end)) {
      found.push({ kind: 'answer', name, a, b, event: a.end,
        make: (more) => [this.late(a.end, b.last, more)] });
    }
  }

  // What was in progress or came while a timer ran: it may come after the timer.
  timeouts() {
    const found = [];
    for (const timer of this.timers) {
      let partners = 0;
      for (const one of this.operations) {
        const event = one.end ?? one.start;
        if (one.first.id < timer.set.id && one.last.id < timer.set.id) continue;
        const left = timer.due - event.time;
        if (event.n === 0 || event.what === 'close' || left < 0 || left > TIMER_MAX_MS) continue;
        if (timer.fire !== undefined && this.order.leads(timer.fire, event)) continue;
        if (this.order.leads(event, timer.set)) continue;
        if (++partners > PARTNERS_MAX) break;
        found.push({ kind: 'timer', name: '', a: one, timer, event,
          make: (more) => [this.pastTimer(event, timer, more)] });
      }
    }
    return found;
  }

  // By events, if the timer's callback is among those that are known; else by time.
  pastTimer(event, timer, more) {
    if (timer.fire !== undefined && more > 0) return this.late(event, timer.fire, more);
    const ms = timer.due - event.time;
    const pick = TIMES_MS.findIndex((one) => one > ms);
    return this.decision(event, pick < 0 ? TIMES - 1 : pick);
  }

  // Timers that are due soon after one another: the loop is late for the first, and runs both.
  stalls() {
    const stalls = this.events.filter(({ what, n }) => what === 'stall' && n > 0);
    const found = [];
    for (const stall of stalls) {
      for (const timer of this.timers) {
        const ms = timer.due - stall.time;
        if (ms <= 0 || ms > TIMER_MAX_MS || timer.set.id > stall.id) continue;
        const pick = TIMES_MS.findIndex((one) => one > ms);
        found.push({ kind: 'late', name: '', a: stall, timer, event: stall,
          make: () => [render({ ...stall, kind: 'stall', pick, of: TIMES })] });
      }
    }
    return found;
  }

  // Any two callbacks that no order binds, the second not long after the first.
  neighbours() {
    const found = [];
    const called = this.events.filter(({ what }) => ['end', 'ready', 'fire'].includes(what));
    called.forEach((event, i) => {
      if (event.n === 0) return;
      for (const b of called.slice(i + 1, i + NEIGHBOURS)) {
        if (this.order.leads(event, b)) continue;
        found.push({ kind: 'near', name: '', b, event,
          make: (more) => [this.late(event, b, more)] });
      }
    });
    return found;
  }

  // May others overtake this callback? Also a timer that it kept from running.
  isOvertaken(event, later) {
    const isSoon = (time) => time - event.time <= TIMER_MAX_MS;
    return later.some((one) => !this.order.leads(event, one) && isSoon(one.time)) ||
      this.timers.some(({ set, due }) => set.id < event.id && due > event.time && isSoon(due) &&
        !this.order.leads(event, set));
  }

  // Any callback that others may overtake, held back for a time.
  holds() {
    const called = this.events.filter(({ what }) => ['end', 'ready', 'fire'].includes(what));
    return called.filter((event, i) => event.n > 0 && event.what !== 'fire' &&
      this.isOvertaken(event, called.slice(i + 1, i + PARTNERS_MAX)))
      .map((event) => ({ kind: 'hold', name: '', event,
        make: (more) => [this.decision(event, HOLDS[more % HOLDS.length])] }));
  }

  all() {
    return [...this.conflicts(), ...this.timeouts(), ...this.stalls(), ...this.holds(),
      ...this.neighbours()];
  }
}

exports.Analysis = Analysis;
exports.parse = parse;
