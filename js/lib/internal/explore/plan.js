// SPDX-License-Identifier: MIT
// Decides which runs are made: by seeds, whose strategies know nothing about the program
// (src/explore), and by schedules that target pairs of events that the journal of the plain run
// shows as unordered.
'use strict';
const { Analysis } = require('internal/explore/races');

// How runs are divided among the strategies (src/explore/strategy.c) and the kinds of pairs
// (races.js), as long as nothing is known. What fails is tried more often, because its neighbours
// may fail in another way or with a shorter schedule; what never fails is tried less often.
const WEIGHTS = { __proto__: null, answers: 30, overtake: 12, groups: 3, sparse: 3,
  between: 12, swap: 8, answer: 1, timer: 2, late: 4, hold: 10, near: 12 };
const STRATEGIES = ['answers', 'overtake', 'groups', 'sparse'];
const LEARNING = 2; // 0: failing kinds are tried no more often than the rest
const AT_ONCE = [1, 2, 2, 3]; // pairs that an aimed run turns round
const MORE = [0, 0, 0, 1, 2, 3, 5, 8]; // events that pass beyond the other of a pair
const DRAWS = 8; // attempts to draw a new one

// Numbers from a seed, the same for ever (splitmix64).
class Draw {
  constructor(seed) {
    this.state = BigInt.asUintN(64, BigInt(seed) * 0x9e3779b97f4a7c15n);
  }

  next() { // 32 bits
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let mixed = this.state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return Number((mixed ^ (mixed >> 31n)) >> 32n);
  }

  below(count) {
    return this.next() % count;
  }

  of(list) {
    return list[this.below(list.length)];
  }
}

class Plan {
  constructor(master, journal) {
    this.draw = new Draw(master);
    this.pairs = new Map(); // by kind
    this.tried = new Map(); // kind or strategy -> { runs, failures }
    this.made = new Set();
    this.orders = new Set();
    this.failed = []; // pairs
    for (const pair of journal === undefined ? [] : new Analysis(journal).all()) {
      if (!this.pairs.has(pair.kind)) this.pairs.set(pair.kind, []);
      this.pairs.get(pair.kind).push(pair);
    }
  }

  weightOf(way) {
    const { runs, failures } = this.tried.get(way) ?? { runs: 0, failures: 0 };
    return WEIGHTS[way] * (2 * (failures + 1) / (runs + 2)) ** LEARNING;
  }

  drawWay() {
    const ways = [...STRATEGIES, ...this.pairs.keys()];
    const weights = ways.map((way) => this.weightOf(way));
    let left = this.draw.next() / 2 ** 32 * weights.reduce((sum, one) => sum + one, 0);
    return ways.find((way, i) => (left -= weights[i]) < 0) ?? ways[0];
  }

  // One of a kind; every other time one that shares an event with a pair that has failed.
  drawPair(kind) {
    const pairs = this.pairs.get(kind);
    if (this.failed.length > 0 && this.draw.below(2) === 0) {
      const known = this.draw.of(this.failed);
      const near = pairs.filter((one) => one.event === known.event || one.b === known.b);
      if (near.length > 0) return this.draw.of(near);
    }
    return this.draw.of(pairs);
  }

  // { way, seed } or { way, seed, decisions, pair }.
  next() {
    const seed = this.draw.next() + 1;
    const way = this.drawWay();
    if (!this.pairs.has(way)) return { way, seed };
    for (let i = 0; i < DRAWS; i++) {
      const pair = this.drawPair(way);
      const decisions = pair.make(this.draw.of(MORE));
      for (let more = this.draw.of(AT_ONCE); more > 1; more--) {
        const { event, make } = this.drawPair(way);
        if (event !== pair.event) decisions.push(...make(this.draw.of(MORE)));
      }
      const text = decisions.join('\n');
      if (this.made.has(text)) continue;
      this.made.add(text);
      return { way, seed: 0, decisions, pair };
    }
    return { way: STRATEGIES[seed % STRATEGIES.length], seed };
  }

  // Learns from a run: if the order of an aimed run occurred before, its events depend on each
  // other.
  learn({ planned: { way, pair }, order, failed }) {
    const before = this.tried.get(way) ?? { runs: 0, failures: 0 };
    this.tried.set(way, { runs: before.runs + 1, failures: before.failures + failed });
    const isNew = !this.orders.has(order);
    this.orders.add(order);
    if (pair === undefined) return;
    if (failed) this.failed.push(pair);
    if (isNew || failed) return;
    const list = this.pairs.get(pair.kind) ?? [];
    const at = list.indexOf(pair);
    if (at >= 0) list.splice(at, 1);
    if (list.length === 0) this.pairs.delete(pair.kind);
  }

  // How many runs of each kind have failed.
  toString() {
    return [...this.tried].map(([way, { runs, failures }]) => `${way} ${failures}/${runs}`)
      .join(', ');
  }
}

exports.Plan = Plan;
