// SPDX-License-Identifier: MIT
// Rules that hold in every order that the loop may choose (the table "What is decided" in
// docs/explore.md): checks the journal of a run, and reports violations. A violation is a bug of
// gyre, never one of the program.
'use strict';
const { parse } = require('internal/explore/races');

const EARLY_MS = 1; // timers are set by the time of the turn, in whole milliseconds

class Rules {
  constructor(text, threads) {
    this.events = parse(text);
    this.threads = threads;
    this.broken = [];
    this.byId = new Map(this.events.map((event) => [event.id, event]));
  }

  breaks(rule, event) {
    this.broken.push(`${rule}: event ${event.id}, ${event.what} ${event.label}`);
  }

  // Time does not go back, and nothing comes before what led to it.
  checkTime() {
    let last = 0;
    for (const event of this.events) {
      if (event.time < last) this.breaks('time is monotonic', event);
      last = event.time;
      if (event.cause >= event.id || event.before >= event.id) {
        this.breaks('nothing comes before its cause', event);
      }
    }
  }

  // A request is begun once and ends once, after it was submitted, and has a thread meanwhile.
  checkPool() {
    const open = new Set();
    for (const event of this.events) {
      if (event.what === 'start') {
        open.add(event.id);
        if (open.size > this.threads) this.breaks('no more at work than threads', event);
      } else if (event.what === 'end' && !open.delete(event.before)) {
        this.breaks('an answer belongs to a request that was begun', event);
      }
    }
  }

  // Never early; of the same length in the order in which they were set; of those set by one
  // callback in the order of due times.
  checkTimers() {
    const lists = new Map();
    const lastDue = new Map();
    for (const event of this.events) {
      if (event.what !== 'fire' || event.label === 'immediate') continue;
      const set = this.byId.get(event.cause);
      const wait = Number(event.label.split(' ')[1]);
      if (event.time + EARLY_MS < set.time + wait) this.breaks('a timer is never early', event);
      const list = lists.get(event.label) ?? 0;
      if (list > set.id) this.breaks('timers of one length run in their order', event);
      lists.set(event.label, set.id);
      if (set.what !== 'set') continue;
      const due = set.time + wait;
      if ((lastDue.get(set.cause) ?? 0) > due + EARLY_MS) {
        this.breaks('timers run in the order of due times', event);
      }
      lastDue.set(set.cause, Math.max(due, lastDue.get(set.cause) ?? 0));
    }
  }

  // In the order in which they were set; those that I/O has set run before any timer that was set
  // after them.
  checkImmediates() {
    const ran = new Map(this.events.filter(({ what, label }) => what === 'fire' &&
      label === 'immediate').map((event) => [event.cause, event.id]));
    const waiting = [];
    let last = 0;
    for (const event of this.events) {
      const isImmediate = event.label === 'immediate';
      if (event.what === 'set' && isImmediate && ran.has(event.id)) waiting.push(event);
      if (event.what !== 'fire') continue;
      if (isImmediate) {
        if (event.cause < last) this.breaks('immediates run in their order', event);
        last = event.cause;
        waiting.splice(waiting.findIndex(({ id }) => id === event.cause), 1);
      } else if (waiting.some((one) => one.id < event.cause &&
          ['end', 'ready'].includes(this.byId.get(one.cause)?.what))) {
        this.breaks('immediates that I/O has set run before timers', event);
      }
    }
  }

  // Events of a descriptor come one after the other.
  checkDescriptors() {
    const seen = new Set();
    for (const event of this.events) {
      if (event.what !== 'ready' || event.before === 0) continue;
      if (seen.has(event.before)) this.breaks('events of one descriptor come in order', event);
      seen.add(event.before);
    }
  }

  check() {
    this.checkTime();
    this.checkPool();
    this.checkTimers();
    this.checkImmediates();
    this.checkDescriptors();
    return this.broken;
  }
}

// A list of broken rules, empty if all hold.
function check(journal, threads = 4) {
  return new Rules(journal, threads).check();
}

exports.check = check;
