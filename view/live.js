// SPDX-License-Identifier: MIT
// The recording of a running program: items, names and figures come as server-sent events, and the
// timeline follows their end. The number of items is limited; the oldest are dropped.
import { decodeBase64 } from './model.js';
import { find, make, makeSvg } from './dom.js';
import { formatCount, formatShare, formatTime, plural } from './format.js';

export const MOST_ITEMS = 1_000_000;
const FOLLOW_SPAN = 2e9;
const DELAY_MS = 250; // the view stays this far behind, so that it glides from message to message
const TRIES = 4;
const HISTORY = 300; // figures in a small curve: a minute

function concat(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export class Live {
  // `app`: model, lanes, timeline, ring; `changed()` after items came, `started()` after a header.
  constructor(app, url = 'events') {
    this.app = app;
    this.url = url;
    this.batches = [];
    this.failures = 0;
    this.following = true;
    this.history = { utilisation: [], lag: [] };
    this.panel = find('live');
    this.state('connecting', '');
    find('follow').hidden = false;
    find('follow').addEventListener('click', () => this.follow(!this.following));
    this.connect();
  }

  connect() {
    const source = new EventSource(this.url);
    this.source = source;
    const on = (name, take) => source.addEventListener(name, ({ data }) => {
      this.failures = 0;
      take(data);
    });
    source.addEventListener('open', () => this.state('live', 'good'));
    source.addEventListener('error', () => this.failed());
    on('header', (data) => this.header(JSON.parse(data)));
    on('names', (data) => this.app.model.addNames(JSON.parse(data)));
    on('items', (data) => this.items(decodeBase64(data)));
    on('stats', (data) => this.stats(JSON.parse(data)));
    on('end', () => this.end());
  }

  // The browser tries again by itself. A program that has ended never answers.
  failed() {
    this.failures++;
    if (this.failures >= TRIES || this.source.readyState === EventSource.CLOSED) this.end();
    else this.state('reconnecting \u2026', 'alarm');
  }

  end() {
    this.source.close();
    this.ended = true;
    this.follow(false);
    this.starving(null);
    this.state('program ended', '');
    this.app.timeline.redraw();
  }

  state(text, look) {
    const badge = find('live-state');
    badge.hidden = false;
    badge.textContent = text;
    badge.className = `badge ${look}`;
  }

  // After a reconnection: the same program continues, another one starts a new recording.
  header(header) {
    const { model } = this.app;
    const same = model.header.pid === header.pid && model.header.when === header.when;
    if (!same) {
      model.count = 0;
      model.lastEnd = 0;
      model.forgotten = 0;
    }
    model.setHeader(header);
    this.state('live', 'good');
    this.app.started();
    this.changed(0);
    if (!this.gliding) this.glide();
  }

  items(bytes) {
    this.batches.push(bytes);
    if (this.batches.length > 1) return;
    requestAnimationFrame(() => {
      const batch = concat(this.batches);
      this.batches = [];
      this.changed(this.app.model.add(batch, MOST_ITEMS));
    });
  }

  changed(from) {
    const { model, lanes, timeline } = this.app;
    if (from === 0) model.settle(0);
    lanes.extend(from);
    timeline.geometry.layOut();
    timeline.forgetPlaces();
    this.app.changed();
    timeline.redraw();
  }

  follow(on) {
    this.following = on;
    find('follow').setAttribute('aria-pressed', String(on));
    this.showWhich();
    if (on && !this.gliding && !this.ended) this.glide();
  }

  // Beside the ring: the figures, or the queues once the user moves the playhead.
  showWhich() {
    const walking = this.app.walking();
    this.panel.hidden = walking;
    find('queues').hidden = find('sentence').hidden = !walking;
  }

  // Draws every frame while it follows, so that time flows evenly.
  glide() {
    this.gliding = this.following && !this.ended;
    if (!this.gliding) return;
    const { geometry } = this.app.timeline;
    if (this.clock) {
      const since = performance.now() - this.clock.at - DELAY_MS;
      const end = this.clock.time + Math.min(since, 0) * 1e6;
      const span = this.span ?? FOLLOW_SPAN;
      // A young recording fills the view from the left before it begins to scroll.
      geometry.from = Math.max(end - span, geometry.wholeStart - span * 0.01);
      geometry.to = geometry.from + span;
      this.app.timeline.redraw();
    }
    requestAnimationFrame(() => this.glide());
  }

  // Zooming keeps following, at the new width; panning away stops it.
  movedByHand() {
    const { span } = this.app.timeline.geometry;
    const zoomed = Math.abs(span - (this.span ?? FOLLOW_SPAN)) > 1;
    if (this.following && zoomed) this.span = span;
    else this.follow(false);
  }

  stats(stats) {
    const { model } = this.app;
    const seconds = this.clock ? (stats.time - this.clock.time) / 1e9 : 0;
    this.clock = { time: stats.time, at: performance.now() };
    model.lastEnd = Math.max(model.lastEnd ?? 0, stats.time);
    model.dropped = stats.dropped ?? model.dropped;
    this.last = stats;
    this.remember('utilisation', stats.utilisation ?? 0);
    this.remember('lag', stats.lag?.p99 ?? 0);
    const rates = this.rates(stats.rates ?? {});
    if (!this.app.walking()) this.app.ring.showRates(rates, Math.max(...Object.values(rates), 1));
    this.starving(stats);
    this.showWhich();
    this.showStats(stats, (count) => (seconds > 0 ? formatCount(count / seconds) : '\u2013'));
    this.app.showFacts();
  }

  // By node of the ring: the header's phases idle and prepare are one.
  rates(given) {
    return { timers: 0, pending: 0, poll: 0, check: 0, closing: 0, ...given,
      idle: (given.idle ?? 0) + (given.prepare ?? 0), ticks: given.ticks ?? given.tick ?? 0,
      micro: given.microtasks ?? given.microtask ?? 0, prepare: 0 };
  }

  remember(name, value) {
    this.history[name].push(value);
    if (this.history[name].length > HISTORY) this.history[name].shift();
  }

  starving(stats) {
    const alarm = find('alarm');
    const starving = stats?.starving > 0;
    const inside = stats?.inside;
    alarm.hidden = !starving && !inside;
    this.app.ring.alarm(starving);
    if (alarm.hidden) return;
    const who = inside ? `${inside.kind} ${inside.label ?? ''}`.trim() : 'ticks or microtasks';
    alarm.textContent = starving
      ? `Starved: ${who} has kept the loop from going on for ${formatTime(stats.starving)}`
      : `Blocked: ${who} has held the loop for ${formatTime(inside.for)}`;
  }

  tile(title, value, curve, alarm = false) {
    return make('div', { class: alarm ? 'tile alarm' : 'tile' }, make('span', {}, title),
      make('b', {}, value), curve);
  }

  spark(values, most) {
    const highest = most ?? Math.max(...values, 1);
    const points = values.map((value, i) =>
      `${((i / (HISTORY - 1)) * 100).toFixed(2)},${(30 - (value / highest) * 28).toFixed(2)}`);
    return makeSvg('svg', { class: 'spark', viewBox: '0 0 100 32', preserveAspectRatio: 'none',
      'aria-hidden': 'true' }, makeSvg('path', { d: `M${points.join('L')}` }));
  }

  showStats({ time, utilisation = 0, lag, turns = 0, calls = 0, alive = [], pool, starving },
    perSecond) {
    const tiles = [
      this.tile('utilisation', formatShare(utilisation), this.spark(this.history.utilisation, 1),
        utilisation > 0.95),
      this.tile('lag, 99 %', lag ? formatTime(lag.p99) : '\u2013', this.spark(this.history.lag)),
      this.tile('lag, half', lag ? formatTime(lag.p50) : '\u2013'),
      this.tile('lag, most', lag ? formatTime(lag.max) : '\u2013'),
      this.tile('turns / s', perSecond(turns)),
      this.tile('callbacks / s', perSecond(calls)),
      this.tile('ticks', starving > 0 ? `starve ${formatTime(starving)}` : 'no starving', null,
        starving > 0),
    ];
    if (pool?.threads > 0) {
      tiles.push(this.tile('pool threads busy', `${pool.busy} of ${pool.threads}`),
        this.tile('pool queue', plural(pool.queued, 'waits', 'wait'), null, pool.queued > 0 &&
          pool.busy >= pool.threads),
        this.tile('pool wait, 99 %', formatTime(pool.wait_p99)),
        this.tile('pool wait, most', formatTime(pool.wait_max)));
    }
    const rows = alive.map(({ kind, count, label, since }) => make('tr', {},
      make('td', { class: 'right' }, `${formatCount(count)} \u00d7`),
      make('td', {}, make('b', {}, kind), ` ${label ?? ''}`),
      make('td', { class: 'right hint' }, `for ${formatTime(time - since)}`)));
    this.panel.replaceChildren(make('div', { class: 'tiles' }, ...tiles),
      make('h4', {}, 'What keeps the loop alive'),
      rows.length > 0 ? make('table', { class: 'list', id: 'alive' }, ...rows)
        : make('p', { class: 'hint' }, 'nothing'));
  }
}
