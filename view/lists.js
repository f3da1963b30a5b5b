// SPDX-License-Identifier: MIT
// Lists: the slowest callbacks, functions by their total time, the longest turns, the longest waits
// for the pool, how late timers were, and what the program wrote. Each is computed when its tab is
// opened.
import { NONE } from './model.js';
import { button, make } from './dom.js';
import { formatCount, formatShare, formatTime, plural, shortSite } from './format.js';
import { lagOf } from './details.js';

const LONGEST = 100;

// The `limit` items with the highest score, the highest first. `score` returns -1 for "not at all".
function top(model, limit, score) {
  let least = 0;
  let best = [];
  const trim = () => {
    best.sort((a, b) => b[1] - a[1]);
    best = best.slice(0, limit);
    if (best.length === limit) least = best[limit - 1][1];
  };
  for (let i = 0; i < model.count; i++) {
    const value = score(i);
    if (value < 0 || value < least) continue;
    best.push([i, value]);
    if (best.length >= limit * 8) trim();
  }
  trim();
  return best;
}

// Calls whose time is that of one call inside: the inner one is more useful.
function coveredCalls(model) {
  const covered = new Uint8Array(model.count);
  const { call } = model.events;
  for (let i = 0; i < model.count; i++) {
    if (model.event[i] !== call) continue;
    const outer = model.parent[i];
    if (outer !== NONE && model.event[outer] === call &&
        model.duration[i] > model.duration[outer] * 0.7) covered[outer] = 1;
  }
  return covered;
}

export function slowestCalls(model, limit = LONGEST) {
  const covered = coveredCalls(model);
  const { call } = model.events;
  return top(model, limit, (i) =>
    model.event[i] === call && !covered[i] ? model.duration[i] : -1);
}

// The time that a turn was awake.
export function longestTurns(model, limit = LONGEST) {
  const awake = new Map();
  const { turn, sleep } = model.events;
  for (let i = 0; i < model.count; i++) {
    if (model.event[i] === turn) awake.set(i, model.duration[i]);
    if (model.event[i] !== sleep) continue;
    let outer = model.parent[i];
    while (outer !== NONE && model.event[outer] !== turn) outer = model.parent[outer];
    if (outer !== NONE) awake.set(outer, awake.get(outer) - model.duration[i]);
  }
  return [[...awake].sort((a, b) => b[1] - a[1]).slice(0, limit), [...awake.values()]];
}

export function longestWaits(model, limit = LONGEST) {
  const { pool_wait: wait } = model.events;
  return top(model, limit, (i) => (model.event[i] === wait ? model.duration[i] : -1));
}

// [{ name, site, count, sum, most, item }] of all callbacks by label.
function byFunction(model) {
  const covered = coveredCalls(model);
  const { call } = model.events;
  const sums = new Map();
  for (let i = 0; i < model.count; i++) {
    if (model.event[i] !== call || covered[i]) continue;
    const key = model.label[i] * 256 + model.kind[i];
    let entry = sums.get(key);
    if (!entry) sums.set(key, entry = { count: 0, sum: 0, most: NONE, item: i });
    entry.count++;
    entry.sum += model.duration[i];
    if (model.duration[i] > entry.most) {
      entry.most = model.duration[i];
      entry.item = i;
    }
  }
  return [...sums.values()].sort((a, b) => b.sum - a.sum).slice(0, LONGEST);
}

export function timerLags(model) {
  const covered = coveredCalls(model);
  const lags = [];
  for (let i = 0; i < model.count; i++) {
    if (model.event[i] !== model.events.call || covered[i]) continue;
    const lag = lagOf(model, i);
    if (lag !== null) lags.push(lag);
  }
  return lags;
}

// How much longer than requested the loop slept, if a timer was to end the sleep.
export function sleepOverruns(model) {
  const overruns = [];
  for (let i = 0; i < model.count; i++) {
    if (model.event[i] !== model.events.sleep || model.value[i] <= 0) continue;
    const over = model.duration[i] - model.value[i] * 1e6;
    if (over >= 0) overruns.push(over);
  }
  return overruns;
}

const BOUNDS = [0, 1e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7, 3e7, 1e8, 1e9];

export function histogram(values) {
  const counts = new Array(BOUNDS.length).fill(0);
  for (const value of values) {
    let bin = BOUNDS.length - 1;
    while (bin > 0 && value < BOUNDS[bin]) bin--;
    counts[bin]++;
  }
  return counts;
}

function quantile(sorted, part) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function histogramView(title, about, values) {
  const head = [make('h4', {}, title), make('p', { class: 'hint' }, about)];
  if (values.length === 0) return make('section', {}, ...head, make('p', {}, 'There were none.'));
  const sorted = Float64Array.from(values).sort();
  const counts = histogram(values);
  const most = Math.max(...counts);
  const first = counts.findIndex((n) => n > 0);
  const last = counts.findLastIndex((n) => n > 0);
  const rows = counts.slice(first, last + 1).map((count, i) => {
    const bin = first + i;
    const bound = (ns) => formatTime(ns).replace(/\.0+ /, ' ');
    const range = bin === BOUNDS.length - 1 ? `\u2265 ${bound(BOUNDS[bin])}`
      : `< ${bound(BOUNDS[bin + 1])}`;
    return make('tr', {}, make('th', { scope: 'row' }, range),
      make('td', {}, make('i', { style: `width:${(count / most) * 100}%` })),
      make('td', { class: 'right' }, formatCount(count)));
  });
  const summary = `${formatCount(values.length)} in all \u00b7 half below ` +
    `${formatTime(quantile(sorted, 0.5))} \u00b7 99 % below ` +
    `${formatTime(quantile(sorted, 0.99))} \u00b7 most ${formatTime(sorted[sorted.length - 1])}`;
  return make('section', {}, ...head, make('p', { class: 'summary' }, summary),
    make('table', { class: 'histogram' }, ...rows));
}

export class Lists {
  constructor(model, go) {
    this.model = model;
    this.go = go;
  }

  row(item, value, note) {
    const { model } = this;
    const open = button('', () => this.go(item), { class: 'link', 'data-item': model.id[item] });
    open.append(make('b', { class: 'mono' }, model.nameOf(item)), ` ${note}`);
    return make('tr', {}, make('td', { class: 'right' }, value), make('td', {}, open));
  }

  table(rows, none) {
    if (rows.length === 0) return make('p', { class: 'hint' }, none);
    return make('table', { class: 'list' }, ...rows);
  }

  slowest(element) {
    const { model } = this;
    const rows = slowestCalls(model).map(([i, ns]) =>
      this.row(i, formatTime(ns), `${model.kindName(i)} ${shortSite(model.siteOf(i))}`));
    element.replaceChildren(this.table(rows, 'No callback was recorded.'));
  }

  functions(element) {
    const { model } = this;
    const entries = byFunction(model);
    const whole = entries.reduce((sum, entry) => sum + entry.sum, 0);
    const rows = entries.map(({ item, sum, count, most }) => this.row(item, formatTime(sum),
      `${formatShare(sum / whole)}, ${plural(count, 'call')}, most ${formatTime(most)} ` +
      `\u00b7 ${model.kindName(item)} ${shortSite(model.siteOf(item))}`));
    element.replaceChildren(this.table(rows, 'No callback was recorded.'));
  }

  turns(element) {
    const [longest] = longestTurns(this.model);
    const rows = longest.map(([i, awake]) => this.row(i, formatTime(awake),
      `awake of ${formatTime(this.model.duration[i])}`));
    element.replaceChildren(this.table(rows, 'No turn was recorded.'));
  }

  pool(element) {
    const { model } = this;
    const rows = longestWaits(model).map(([i, ns]) => {
      const run = [...model.effectsOf(model.causeOf(i))]
        .find((e) => model.event[e] === model.events.pool_run);
      const ran = run === undefined ? '' : `, then ran ${formatTime(model.duration[run])}`;
      return this.row(i, formatTime(ns), `waited for a thread${ran} ${shortSite(model.siteOf(i))}`);
    });
    element.replaceChildren(this.table(rows, 'Nothing waited for the pool.'));
  }

  lag(element) {
    const { model } = this;
    element.replaceChildren(
      histogramView('Lateness of timers', 'From the moment a timer was due (when it was set, ' +
        'plus its delay; for an interval, its last call plus the delay) to its call.',
      timerLags(model)),
      histogramView('Turns', 'How long each turn was awake: a timer that falls due meanwhile is ' +
        'late by up to that.', longestTurns(model, 0)[1]),
      histogramView('Overrun of sleep', 'How much longer than until the next timer the loop slept.',
        sleepOverruns(model)));
  }

  output(element) {
    const { model } = this;
    const marks = [];
    for (let i = 0; i < model.count && marks.length < 5000; i++) {
      if (model.event[i] === model.events.mark) marks.push(i);
    }
    const rows = marks.map((i) => {
      const open = button('', () => this.go(i), { class: 'link mono', 'data-item': model.id[i],
        'data-place': i });
      open.append(model.nameOf(i));
      return make('tr', {}, make('td', { class: 'right' }, formatTime(model.start[i])),
        make('td', {}, open));
    });
    element.replaceChildren(this.table(rows, 'The program wrote nothing that was recorded.'));
  }

  // Greys what has not been written yet when the playhead is at `place`.
  followOutput(element, place) {
    let last = null;
    for (const line of element.querySelectorAll('[data-place]')) {
      const later = Number(line.dataset.place) >= place;
      line.classList.toggle('later', later);
      if (!later) last = line;
    }
    last?.scrollIntoView({ block: 'nearest' });
  }
}
