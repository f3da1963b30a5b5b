// SPDX-License-Identifier: MIT
// Which part of the recording the timeline shows, and where: time to pixels across, lanes and rows
// to pixels down. The user changes it (gestures.js); draw.js reads it.
import { NONE } from './model.js';
import { DOTS } from './lanes.js';

export const OVERVIEW_HEIGHT = 30;
export const RULER_HEIGHT = 20;
export const TOP = OVERVIEW_HEIGHT + RULER_HEIGHT;
const SHORTEST = 100; // nanoseconds across
const ROW_HEIGHT = 15;
const STRIP_HEIGHT = 4;
const DOT_HEIGHT = 7;
const PADDING = 3;
const EMPTY_HEIGHT = 8;
// Lanes whose moments have their text beside them.
export const TEXTED = new Set(['marks', 'starve']);
// Lanes whose spans count for themselves when no call is recorded inside them.
const WHOLE = new Set(['ticks', 'micro']);

export class Geometry {
  constructor(model, lanes) {
    this.model = model;
    this.lanes = lanes;
    this.width = 800;
    this.height = 400;
    this.gutter = 104;
    this.scroll = 0;
    this.from = 0;
    this.to = 1;
    this.showAll();
  }

  get plotWidth() {
    return Math.max(1, this.width - this.gutter);
  }

  get span() {
    return this.to - this.from;
  }

  get scale() {
    return this.plotWidth / this.span;
  }

  get wholeEnd() {
    return Math.max(this.model.lastEnd ?? 0, SHORTEST);
  }

  // If the oldest items were dropped, the recording begins later.
  get wholeStart() {
    const { model } = this;
    if (model.forgotten) return model.keptFrom;
    return model.count > 0 && model.dropped > 0 ? model.start[0] : 0;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.gutter = width < 600 ? 76 : 104;
    this.limitScroll();
  }

  x(time) {
    return this.gutter + (time - this.from) * this.scale;
  }

  time(x) {
    return this.from + (x - this.gutter) / this.scale;
  }

  show(from, to) {
    const whole = this.wholeEnd - this.wholeStart;
    const span = Math.min(Math.max(to - from, SHORTEST), whole * 1.1);
    const middle = (from + to) / 2;
    const margin = Math.max(whole * 0.02, span * 0.3);
    const least = this.wholeStart - margin;
    const most = this.wholeEnd + margin - span;
    this.from = Math.max(least, Math.min(middle - span / 2, Math.max(least, most)));
    this.to = this.from + span;
  }

  showAll() {
    const whole = this.wholeEnd - this.wholeStart;
    this.show(this.wholeStart - whole * 0.01, this.wholeEnd + whole * 0.01);
  }

  // Keeps the moment under x where it is.
  zoom(factor, x = this.gutter + this.plotWidth / 2) {
    const time = this.time(x);
    const span = Math.max(SHORTEST, this.span * factor);
    const part = (time - this.from) / this.span;
    this.show(time - part * span, time + (1 - part) * span);
  }

  pan(pixels) {
    const time = pixels / this.scale;
    this.show(this.from + time, this.to + time);
  }

  // An item with some room around it.
  showItem(i) {
    const start = this.model.start[i];
    const duration = Math.max(this.model.duration[i], SHORTEST);
    this.show(start - duration * 0.5, start + duration * 1.5);
    this.revealLane(i);
  }

  // Moves only if the item cannot be seen, or is too small to be distinguished.
  reveal(i, zoomIn = false) {
    const { model } = this;
    const start = model.start[i];
    const width = model.duration[i] * this.scale;
    if (zoomIn && width < 3) this.show(start - this.span / 2, start + this.span / 2);
    const x = this.x(start);
    if (x < this.gutter + 10 || x > this.width - 30) {
      const span = this.span;
      this.show(start - span * 0.4, start + span * 0.6);
    }
    this.revealLane(i);
  }

  revealLane(i) {
    const box = this.box(i);
    if (!box) return;
    if (box.y < TOP + 4) this.scroll -= TOP + 4 - box.y;
    if (box.y + box.height > this.height - 4) {
      this.scroll += box.y + box.height - this.height + 4;
    }
    this.limitScroll();
  }

  limitScroll() {
    const most = Math.max(0, (this.bottom ?? 0) - (this.height - TOP));
    this.scroll = Math.max(0, Math.min(this.scroll, most));
  }

  // Heights of lanes and rows. `places` has an entry for each lane that is shown.
  layOut() {
    const { lanes } = this.lanes;
    this.places = [];
    this.byLane = new Array(lanes.length);
    let y = 2;
    lanes.forEach((lane, index) => {
      if (!lane.shown) return;
      const place = { lane, index, y, rows: [] };
      let inside = y + PADDING;
      const alone = !lane.rows.some((row) => row > 0 && row < DOTS);
      const strip = alone && WHOLE.has(lane.key) ? ROW_HEIGHT : STRIP_HEIGHT;
      for (const row of lane.rows) {
        const dot = TEXTED.has(lane.key) ? ROW_HEIGHT : DOT_HEIGHT;
        const height = row === 0 ? strip : row === DOTS ? dot : ROW_HEIGHT;
        place.rows[row] = { y: inside, height };
        inside += height + 1;
      }
      place.height = Math.max(inside - y + PADDING - 1, EMPTY_HEIGHT + PADDING * 2);
      y += place.height;
      this.places.push(place);
      this.byLane[index] = place;
    });
    this.bottom = y + 6;
    this.limitScroll();
  }

  // Where an item is drawn, or null.
  box(i) {
    const lane = this.lanes.laneOf(i);
    const row = lane === NONE ? null : this.byLane?.[lane]?.rows[this.lanes.rowOf(i)];
    if (!row) return null;
    const x = this.x(this.model.start[i]);
    return { x, width: this.model.duration[i] * this.scale, y: row.y + TOP - this.scroll,
      height: row.height };
  }

  placeAt(y) {
    const down = y - TOP + this.scroll;
    return y < TOP ? undefined : this.places.find((p) => down >= p.y && down < p.y + p.height);
  }

  // The item under a point that matters most, and how many are within a few pixels.
  itemAt(x, y) {
    const place = x < this.gutter ? undefined : this.placeAt(y);
    if (!place) return null;
    const row = this.rowAt(place, y - TOP + this.scroll);
    if (row === NONE) return null;
    return this.itemIn(this.lanes.track(place.index, row), x);
  }

  rowAt(place, down) {
    let best = NONE;
    let least = Infinity;
    place.rows.forEach(({ y, height }, row) => {
      const distance = down < y ? y - down : down > y + height ? down - y - height : 0;
      if (distance < least) {
        least = distance;
        best = row;
      }
    });
    return best;
  }

  itemIn(track, x) {
    const reach = 3 / this.scale;
    const time = this.time(x);
    const { model, lanes } = this;
    let k = lanes.firstAfter(track, time - reach);
    const end = lanes.firstFrom(track, time + reach, Math.max(0, k));
    const count = end - k;
    if (count <= 0) return null;
    let best = track.items[k];
    let nearest = Infinity;
    // Inside wins over near, longer over shorter; if there are very many, a sample is enough.
    const step = Math.max(1, Math.floor(count / 2000));
    for (; k < end; k += step) {
      const item = track.items[k];
      const start = model.start[item];
      const within = start <= time && model.end(item) >= time;
      const score = within ? -1 : count > 8 ? -model.duration[item] / reach / 1e6
        : Math.min(Math.abs(start - time), Math.abs(model.end(item) - time));
      if (score < nearest) {
        nearest = score;
        best = item;
      }
    }
    return { item: best, count };
  }
}
