// SPDX-License-Identifier: MIT
// Decides which runs are made: by seeds, whose strategies know nothing about the program
// (src/explore), and by schedules that target pairs of events that the journal of the plain run
// shows as unordered.
'use strict';
const { Analysis } = require('internal/explore/races');
const { nearby } = require('internal/explore/schedule');

// How often a run of a strategy (src/explore/strategy.c) or a kind of pair (races.js) fails, as
// long as nothing is known about the program: measured with tests/explore/races. It counts as much
// as PRIOR runs. What fails is tried more often, what does not fail less often.
const RATES = { __proto__: null, answers: 0.46, overtake: 0.46, groups: 0.36, dense: 0.42,
  sparse: 0.33, between: 0.5, swap: 0.55, answer: 0.3, timer: 0.55, late: 0.4, hold: 0.4,
  near: 0.44, mixed: 0.64, fewer: 0.8, more: 0.86, other: 0.92 };
const STRATEGIES = ['answers', 'overtake', 'groups', 'dense', 'sparse'];
const PRIOR = 1.5;
const SHARPNESS = 8; // 0: all are tried equally often
const AT_ONCE = { __proto__: null, between: [1, 1, 2], swap: [1, 1, 2], answer: [1, 2], late: [1],
  timer: [1, 2, 2], hold: [1, 2, 2], near: [1, 2, 3, 4] }; // pairs that an aimed run turns round
const MIXED = ['swap', 'between', 'timer', 'timer', 'timer', 'late', 'near', 'near', 'near', 'hold',
  'hold', 'hold', 'hold']; // in one run
const MORE = [0, 0, 0, 1, 2, 3, 5, 8]; // events that pass beyond the other of a pair
const DRAWS = 8; // attempts to draw a new one
const ELSEWHERE = 5; // after a failure, one run of so many is not near it
const STEPS = [-3, -2, -1, 1, 2, 3]; // by which a delay is changed
const KEPT = 6; // a neighbour leaves out up to one of so many decisions

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
    this.pairs = new Map(); // kind -> place -> pairs
    this.tried = new Map(); // kind or strategy -> { runs, failures }
    this.isFirst = true; // no run was planned: it should be of the kind that fails most often
    this.made = new Set();
    this.orders = new Set();
    this.failures = new Map(); // what was wrong -> [{ seed, decisions }]
    this.vital = new Set(); // decisions of failing runs that are better left alone
    for (const pair of journal === undefined ? [] : new Analysis(journal).all()) this.add(pair);
  }

  // Pairs are grouped by the place in the program, so that a loop counts as much as one statement.
  add(pair) {
    const { kind, event: { what, label, place } } = pair;
    if (!this.pairs.has(kind)) this.pairs.set(kind, new Map());
    const groups = this.pairs.get(kind);
    pair.group = `${what} ${label} ${place}`;
    if (!groups.has(pair.group)) groups.set(pair.group, []);
    groups.get(pair.group).push(pair);
  }

  remove({ kind, group, event, b }) {
    const groups = this.pairs.get(kind);
    const left = groups?.get(group)?.filter((one) => one.event !== event || one.b !== b);
    if (left === undefined) return;
    groups.set(group, left);
    if (left.length === 0) groups.delete(group);
    if (groups.size === 0) this.pairs.delete(kind);
  }

  weightOf(way) {
    const { runs, failures } = this.tried.get(way) ?? { runs: 0, failures: 0 };
    return ((PRIOR * RATES[way] + failures) / (PRIOR + runs)) ** SHARPNESS;
  }

  // One of several strategies, kinds or neighbours.
  drawWay(ways) {
    const weights = ways.map((way) => this.weightOf(way));
    let left = this.draw.next() / 2 ** 32 * weights.reduce((sum, one) => sum + one, 0);
    return ways.find((way, i) => (left -= weights[i]) < 0) ?? ways[0];
  }

  drawPair(kind) {
    return this.draw.of(this.draw.of([...this.pairs.get(kind).values()]));
  }

  // { way, seed } or { way, seed, decisions, pair }.
  next() {
    if (this.failures.size > 0 && this.draw.below(ELSEWHERE) !== 0) {
      const neighbour = this.drawNew(() => this.drawNeighbour());
      if (neighbour !== undefined) return neighbour;
    }
    const seed = this.draw.next() + 1;
    const way = this.isFirst && this.ways().includes('mixed') ? 'mixed' : this.drawWay(this.ways());
    this.isFirst = false;
    if (STRATEGIES.includes(way)) return { way, seed };
    return this.drawNew(() => (way === 'mixed' ? this.drawMixed() : this.drawAimed(way))) ??
      { way: STRATEGIES[seed % STRATEGIES.length], seed };
  }

  // What MAKE returns, unless those decisions were made before.
  drawNew(make) {
    for (let i = 0; i < DRAWS; i++) {
      const planned = make();
      const text = planned.decisions.join('\n');
      if (this.made.has(text)) continue;
      this.made.add(text);
      return planned;
    }
    return undefined;
  }

  ways() {
    const kinds = [...this.pairs.keys()];
    return [...STRATEGIES, ...kinds, ...kinds.some((one) => MIXED.includes(one)) ? ['mixed'] : []];
  }

  // Turns pairs of several kinds round at once, each about another event.
  drawMixed() {
    const decisions = new Map();
    for (const kind of MIXED.filter((one) => this.pairs.has(one))) {
      const { event, make } = this.drawPair(kind);
      if (!decisions.has(event)) decisions.set(event, make(this.draw.of(MORE)));
    }
    return { way: 'mixed', seed: 0, decisions: [...decisions.values()].flat() };
  }

  // Turns one pair of a kind round, and perhaps others.
  drawAimed(way) {
    const pair = this.drawPair(way);
    const decisions = pair.make(this.draw.of(MORE));
    for (let more = this.draw.of(AT_ONCE[way]); more > 1; more--) {
      const { event, make } = this.drawPair(way);
      if (event !== pair.event) decisions.push(...make(this.draw.of(MORE)));
    }
    return { way, seed: 0, decisions, pair };
  }

  // Almost what a failing run decided: `fewer` leaves decisions out, `other` changes a delay,
  // `more` turns a pair round in addition. Each way to fail has its turn, and so has its shortest
  // schedule.
  drawNeighbour() {
    const known = this.draw.of([...this.failures.values()]);
    const shortest = known.reduce((a, b) => (b.decisions.length < a.decisions.length ? b : a));
    const { seed, decisions } = this.draw.below(2) === 0 ? shortest : this.draw.of(known);
    const free = decisions.filter((one) => !this.vital.has(one));
    const way = this.drawWay(['other', ...decisions.length > 1 && free.length > 0 ? ['fewer'] : [],
      ...this.pairs.size > 0 ? ['more'] : []]);
    const planned = { way, seed, decisions: [...decisions], touched: [] };
    if (way === 'more') {
      planned.decisions.push(...this.drawPair(this.draw.of([...this.pairs.keys()])).make(0));
    } else if (way === 'other') {
      const one = this.draw.of(free.length > 0 ? free : decisions);
      planned.touched.push(one);
      planned.decisions[decisions.indexOf(one)] = nearby(one, this.draw.of(STEPS));
    } else {
      const count = 1 + this.draw.below(Math.ceil(free.length / KEPT));
      for (let i = 0; i < count; i++) planned.touched.push(this.draw.of(free));
      planned.decisions = decisions.filter((one) => !planned.touched.includes(one));
    }
    return planned;
  }

  // Learns from a run: if the order of an aimed run occurred before, its events depend on each
  // other. If a neighbour of a failing run passes, what was changed in it matters.
  learn({ planned, order, failed, why, decisions }) {
    const { way, pair, seed, touched } = planned;
    const before = this.tried.get(way) ?? { runs: 0, failures: 0 };
    this.tried.set(way, { runs: before.runs + 1, failures: before.failures + failed });
    const isNew = !this.orders.has(order);
    this.orders.add(order);
    if (failed && decisions.length > 0) {
      if (!this.failures.has(why)) this.failures.set(why, []);
      this.failures.get(why).push({ seed, decisions });
    } else if (touched !== undefined) {
      touched.forEach((one) => this.vital.add(one));
    }
    if (pair === undefined || isNew || failed) return;
    this.remove(pair);
  }

  // How many runs of each kind have failed.
  toString() {
    return [...this.tried].map(([way, { runs, failures }]) => `${way} ${failures}/${runs}`)
      .join(', ');
  }
}

exports.Plan = Plan;
