// SPDX-License-Identifier: MIT
// Predicts races before they fail: the pairs of one run that nothing orders and that touch the same
// thing, or a timer that ran meanwhile, as text, the most likely first.
'use strict';
const path = require('path');
const { Analysis } = require('internal/explore/races');
const { nameOf } = require('internal/explore/words');

const RANKS = { __proto__: null, between: 4, swap: 3, timer: 2, late: 1 };
const SOON_MS = 200; // a timer that is due later is seldom waited for

const shorten = (name) => {
  const relative = path.isAbsolute(name) ? path.relative('', name) : name;
  return relative.length < name.length ? relative : name;
};

function inWords({ kind, name, a, b, next, timer }) {
  const first = kind === 'late' ? '' : nameOf(kind === 'swap' ? a.first : a.last);
  switch (kind) {
    case 'between':
      return `${nameOf(b.first)} may come between ${nameOf(a.first)} and ${nameOf(next.first)}: ` +
        shorten(name);
    case 'swap': return `${first} may come after ${nameOf(b.first)}: ${shorten(name)}`;
    case 'timer': return `${first} may come after ${nameOf(timer.fire ?? timer.set)}`;
    default: return `the loop may be late, and run ${nameOf(timer.fire ?? timer.set)} with others`;
  }
}

function rankOf(pair) {
  const changesBoth = ({ a, b }) => b !== undefined && [a, b].every((one) =>
    one.touches.some(({ mode }) => mode !== 'r'));
  const distance = pair.timer === undefined ? 0 :
    Math.min(1, (pair.timer.due - pair.a.last?.time || 0) / SOON_MS);
  return RANKS[pair.kind] + (changesBoth(pair) ? 0.5 : 0) - distance / 2;
}

// [{ text, decisions, kind }]
function racesOf(journal) {
  const analysis = new Analysis(journal);
  const pairs = [...analysis.conflicts(), ...analysis.timeouts(), ...analysis.stalls()]
    .filter(({ kind, timer, a }) => kind in RANKS &&
      (timer === undefined || timer.due - (a.last ?? a).time <= SOON_MS));
  const seen = new Set();
  return pairs.map((pair) => ({ pair, rank: rankOf(pair) }))
    .sort((x, y) => y.rank - x.rank)
    .map(({ pair }) => ({ kind: pair.kind, text: inWords(pair), decisions: pair.make(0) }))
    .filter(({ text }) => !seen.has(text) && seen.add(text));
}

exports.racesOf = racesOf;
