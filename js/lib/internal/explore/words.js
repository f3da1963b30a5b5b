// SPDX-License-Identifier: MIT
// Events of a journal as text, and how one run differs from another.
'use strict';
const path = require('path');
const { parse } = require('internal/explore/races');
const schedules = require('internal/explore/schedule');

// "Object.<anonymous> (/a/b/c.js:1:2)" is "c.js:1".
function placeOf(text) {
  const found = /([^\s(]+):(\d+):\d+\)?$/.exec(text);
  return found === null ? '' : `${path.basename(found[1])}:${found[2]}`;
}

const at = ({ place }) => (placeOf(place) === '' ? '' : ` at ${placeOf(place)}`);

// "the answer of fs.stat at store.js:12"
function nameOf(event) {
  const { what, label } = event;
  const [first, second] = label.split(' ');
  switch (what) {
    case 'start': return `the work of ${label}${at(event)}`;
    case 'end': return `the answer of ${label}${at(event)}`;
    case 'ready':
      return label === 'listener' ? `a connection for the server${at(event)}` :
        `news for the ${label}${event.place === '' ? '' : ` made${at(event)}`}`;
    case 'close': return `the close of a ${label}${at(event)}`;
    case 'fire':
      if (label === 'immediate') return `the immediate${at(event)}`;
      return `the ${first} of ${second} ms${at(event)}`;
    case 'set': return `the setting of a ${first} of ${second} ms${at(event)}`;
    default: return `the wait for a ${label}`;
  }
}

// The same events of two runs have the same key: what it is, where, and the how-manieth of these.
function withKeys(events) {
  const counts = new Map();
  const shown = events.filter(({ what }) => what !== 'set' && what !== 'stall');
  for (const event of shown) {
    const base = `${event.what} ${event.label} ${placeOf(event.place)}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    event.key = `${base} ${count}`;
  }
  return shown;
}

const isCalled = ({ what }) => what !== 'start';

function sharesWith(a, b) {
  return a.touches.some((one) => b.touches.some((other) => one.name === other.name));
}

// Two runs beside each other.
class Comparison {
  constructor(plain, failing) {
    this.plain = withKeys(parse(plain));
    this.all = parse(failing);
    this.failing = withKeys(this.all);
    this.plainPlaces = new Map(this.plain.map((event, i) => [event.key, i]));
  }

  // The event that a decision was about.
  eventOf(decision) {
    const { kind, label, n } = schedules.parse(decision);
    return this.all.find((one) => one.what === kind && one.label === label && one.n === n);
  }

  // What came before EVENT, but not in the plain run; what touches the same thing comes first, then
  // timers, then what came last.
  overtakers(event) {
    const place = this.plainPlaces.get(event.key) ?? Infinity;
    const value = (one) => (sharesWith(one, event) ? 4 : 0) + (one.what === 'fire' ? 2 : 0) +
      (isCalled(one) ? 1 : 0);
    return this.failing.slice(0, this.failing.indexOf(event))
      .filter((one) => one.cause !== event.id && one.id !== event.before &&
        (this.plainPlaces.get(one.key) ?? Infinity) > place)
      .map((one, i) => ({ one, rank: value(one) * 1e6 + i }))
      .sort((a, b) => b.rank - a.rank).map(({ one }) => one);
  }

  // "the answer of fs.stat at store.js:12 came after the timer of 30 ms at store.js:30"
  tell(decision) {
    const event = this.eventOf(decision);
    const plain = schedules.inWords(decision);
    if (event === undefined || event.what === 'stall') return { text: plain, event };
    const [other] = this.overtakers(event);
    if (other === undefined) return { text: `${nameOf(event)} came late (${plain})`, event };
    return { text: `${nameOf(event)} came after ${nameOf(other)}`, event, other };
  }
}

exports.Comparison = Comparison;
exports.nameOf = nameOf;
exports.placeOf = placeOf;
