// SPDX-License-Identifier: MIT
// Draws the timeline on its canvas. The cost of a frame depends on the pixels, not on the items:
// where many items share a pixel they are one stroke, whose strength shows how busy that pixel is.
import { NONE } from './model.js';
import { DOTS } from './lanes.js';
import { formatMoment } from './format.js';
import { OVERVIEW_HEIGHT, RULER_HEIGHT, TEXTED, TOP } from './geometry.js';
import { drawArrows } from './arrows.js';

const FONT = '11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
const LETTER = 6.1; // a mean width, to cut texts without measuring each
const LEVELS = 8;
const WIDE = 1.5; // pixels from which on an item is seen alone
const PEAK_BLOCK = 256; // hits of a search

// Colours of the style sheet, by name without "--".
export function readTheme(element) {
  const style = getComputedStyle(element);
  const names = ['ground', 'panel', 'lane', 'text', 'soft', 'faint', 'line', 'accent', 'alarm',
    'onbar', 'hit', 'turn', 'main', 'timers', 'pending', 'idle', 'poll', 'check', 'closing',
    'sleep', 'ticks', 'micro', 'marks', 'pool', 'wash'];
  return Object.fromEntries(names.map((n) => [n, style.getPropertyValue(`--${n}`).trim()]));
}

function cutText(text, width) {
  const letters = Math.floor(width / LETTER);
  if (text.length <= letters) return text;
  return letters < 3 ? '' : `${text.slice(0, letters - 1)}\u2026`;
}

export class Painter {
  constructor(canvas, geometry) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    this.geometry = geometry;
    this.overview = document.createElement('canvas');
    this.overviewKey = '';
  }

  resize(width, height, ratio) {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.ratio = ratio;
    this.overviewKey = '';
  }

  // `state`: selected, hovered, chain, effects, hits, playhead, theme.
  draw(state) {
    const { context, geometry } = this;
    this.theme = state.theme;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.fillStyle = this.theme.ground;
    context.fillRect(0, 0, geometry.width, geometry.height);
    this.drawGrid();
    context.save();
    context.beginPath();
    context.rect(0, TOP, geometry.width, geometry.height - TOP);
    context.clip();
    for (const place of geometry.places) this.drawLane(place);
    this.drawHits(state);
    this.drawMarked(state);
    drawArrows(context, geometry, state);
    this.drawNames();
    this.drawScroll();
    context.restore();
    this.drawOverview(state);
    this.drawRuler();
    this.drawPlayhead(state);
  }

  step() {
    const wanted = (this.geometry.span / this.geometry.plotWidth) * 110;
    const power = 10 ** Math.floor(Math.log10(wanted));
    return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= wanted);
  }

  *gridTimes() {
    const { geometry } = this;
    const step = this.step();
    for (let time = Math.ceil(geometry.from / step) * step; time <= geometry.to; time += step) {
      yield time;
    }
  }

  drawGrid() {
    const { context, geometry, theme } = this;
    for (const { lane, y, height } of geometry.places) {
      const top = y + TOP - geometry.scroll;
      if (lane.key === 'turn' || lane.key === 'sleep' || lane.key === 'wait') {
        context.fillStyle = theme.line;
        context.fillRect(0, top, geometry.width, 1);
      } else if (geometry.places.findIndex((p) => p.lane === lane) % 2 === 0) {
        context.fillStyle = theme.lane;
        context.fillRect(geometry.gutter, top, geometry.plotWidth, height);
      }
    }
    context.fillStyle = theme.line;
    for (const time of this.gridTimes()) {
      context.fillRect(Math.round(geometry.x(time)), TOP, 1, geometry.height);
    }
  }

  drawLane({ lane, index, rows, y, height }) {
    const { geometry, theme } = this;
    const top = y + TOP - geometry.scroll;
    if (top > geometry.height || top + height < TOP) return;
    const color = theme[lane.hue];
    rows.forEach((row, number) => {
      const track = geometry.lanes.track(index, number);
      const at = row.y + TOP - geometry.scroll;
      if (number === DOTS) this.drawDots(track, at, row.height, color, lane);
      else if (lane.key === 'turn') this.drawTurns(track, at, row.height, color, number);
      else {
        const strong = number === 0 && row.height < 10 ? 0.4 : number <= 1 ? 1 : 0.78;
        const ink = row.height < 10 ? '' : lane.key === 'sleep' ? theme.text : theme.onbar;
        this.drawTrack(track, at, row.height, color, strong, ink);
      }
    });
  }

  // Calls `bar(item, x, width)` for items that are wide enough, and `merged(x, width, busy)` for
  // ranges of pixels that contain more than one item.
  walk(track, bar, merged) {
    const { geometry } = this;
    const { model, lanes, scale, from, to, gutter } = geometry;
    const { start, duration } = model;
    const { items, sums } = track;
    let runX = 0;
    let runEnd = -1;
    let runLevel = -1;
    let k = lanes.firstAfter(track, from);
    while (k < track.count) {
      const item = items[k];
      const begin = start[item];
      if (begin > to) break;
      const width = duration[item] * scale;
      if (width >= WIDE) {
        bar(item, gutter + (begin - from) * scale, width);
        k++;
        continue;
      }
      const pixel = Math.floor((begin - from) * scale);
      let next = lanes.firstFrom(track, from + (pixel + 1) / scale, k);
      if (next <= k) next = k + 1;
      if (next > k + 1 && duration[items[next - 1]] * scale >= WIDE) next--;
      const busy = Math.min(1, (sums[next] - sums[k]) * scale);
      const level = Math.ceil((0.35 + 0.65 * busy) * LEVELS); // never too faint to be seen
      if (level !== runLevel || pixel !== runEnd) {
        if (runLevel > 0) merged(gutter + runX, runEnd - runX, runLevel / LEVELS);
        runX = pixel;
        runLevel = level;
      }
      runEnd = pixel + 1;
      k = next;
    }
    if (runLevel > 0) merged(gutter + runX, runEnd - runX, runLevel / LEVELS);
  }

  // `ink`: the colour of names, or none.
  drawTrack(track, y, height, color, strong, ink) {
    const { context, geometry } = this;
    const { gutter, width: right } = geometry;
    const named = [];
    context.fillStyle = color;
    this.walk(track, (item, x, width) => {
      const left = Math.max(x, gutter - 2);
      const shown = Math.min(x + width, right + 2) - left;
      context.globalAlpha = strong;
      context.fillRect(left, y, shown > 4 ? shown - 0.5 : shown, height);
      if (ink && shown > 30) named.push(item, left, shown);
    }, (x, width, busy) => {
      context.globalAlpha = strong * busy;
      context.fillRect(x, y, width, height);
    });
    context.globalAlpha = 1;
    if (named.length === 0) return;
    context.fillStyle = ink;
    context.font = FONT;
    context.textBaseline = 'middle';
    for (let i = 0; i < named.length; i += 3) {
      const text = cutText(this.barText(named[i]), named[i + 2] - 8);
      if (text) context.fillText(text, named[i + 1] + 4, y + height / 2 + 0.5);
    }
  }

  barText(item) {
    const { model } = this.geometry;
    const { sleep, ticks, microtasks } = model.events;
    const event = model.event[item];
    if (event === sleep) return `sleep: ${model.kindName(item)}`;
    if ((event === ticks || event === microtasks) && model.value[item] >= 0) {
      return `${model.value[item]}`;
    }
    return model.nameOf(item);
  }

  // Turns alternate, so that their borders are visible.
  drawTurns(track, y, height, color, number) {
    const { context, geometry, theme } = this;
    const { model, gutter } = geometry;
    context.font = FONT;
    context.textBaseline = 'middle';
    context.fillStyle = color;
    this.walk(track, (item, x, width) => {
      const left = Math.max(x, gutter - 2);
      const shown = Math.min(x + width, geometry.width + 2) - left;
      context.globalAlpha = number === 0 ? 0.7 : model.value[item] % 2 === 0 ? 0.3 : 0.2;
      context.fillRect(left, y, shown > 3 ? shown - 1 : shown, height);
      if (number === 0 || shown < 26) return;
      context.globalAlpha = 1;
      context.fillStyle = theme.soft;
      const text = shown > 60 ? model.nameOf(item) : `${model.value[item]}`;
      context.fillText(cutText(text, shown - 6), left + 4, y + height / 2 + 0.5);
      context.fillStyle = color;
    }, (x, width) => {
      context.globalAlpha = 0.3;
      context.fillRect(x, y, width, height);
    });
    context.globalAlpha = 1;
  }

  // Moments: a small lozenge each if there is room, otherwise a shade.
  drawDots(track, y, height, color, lane) {
    const { context, geometry } = this;
    const { model, lanes, scale } = geometry;
    const { cancel, destroy, starve, create } = model.events;
    let last = -Infinity;
    let k = lanes.firstAfter(track, geometry.from - 4 / scale);
    const texts = TEXTED.has(lane.key);
    context.font = FONT;
    context.textBaseline = 'middle';
    while (k < track.count) {
      const item = track.items[k];
      const time = model.start[item];
      if (time > geometry.to) break;
      const x = geometry.x(time);
      const next = lanes.firstFrom(track, time + 1 / scale, k + 1);
      const event = model.event[item];
      const hollow = event === cancel || event === destroy || event === create;
      const room = (next < track.count ? geometry.x(model.start[track.items[next]]) : Infinity) - x;
      context.fillStyle = context.strokeStyle = color;
      if (event === starve) this.drawStarved(x, model.value[item] * 1e6 * scale);
      if (Math.min(room, x - last) > 5) this.drawLozenge(x, y + height / 2, hollow);
      else context.fillRect(Math.floor(x), y + 1, 1, height - 2);
      if (texts && room > 40) {
        const text = event === starve ? `${model.value[item]} ms` : model.nameOf(item);
        context.fillText(cutText(text.split('\n')[0], Math.min(room - 12, 400)), x + 7,
          y + height / 2 + 0.5);
      }
      last = x;
      k = Math.max(next, k + 1);
    }
  }

  // The time in which the loop could not continue, across all lanes.
  drawStarved(x, width) {
    const { context, geometry } = this;
    context.globalAlpha = 0.14;
    context.fillRect(x - width, TOP, Math.max(width, 1), geometry.height);
    context.globalAlpha = 1;
  }

  drawLozenge(x, y, hollow) {
    const { context } = this;
    context.beginPath();
    context.moveTo(x, y - 3);
    context.lineTo(x + 3, y);
    context.lineTo(x, y + 3);
    context.lineTo(x - 3, y);
    context.closePath();
    if (hollow) context.stroke();
    else context.fill();
  }

  drawNames() {
    const { context, geometry, theme } = this;
    context.fillStyle = theme.panel;
    context.fillRect(0, TOP, geometry.gutter, geometry.height);
    context.fillStyle = theme.line;
    context.fillRect(geometry.gutter - 1, TOP, 1, geometry.height);
    context.font = FONT;
    context.textBaseline = 'middle';
    for (const { lane, y, height } of geometry.places) {
      const top = y + TOP - geometry.scroll;
      context.fillStyle = theme[lane.hue];
      context.fillRect(0, top + 2, 3, height - 4);
      context.fillStyle = lane.rows.length > 0 ? theme.text : theme.faint;
      const middle = top + Math.min(height, 26) / 2;
      context.fillText(cutText(lane.title, geometry.gutter - 14), 10, middle);
    }
  }

  // Where in the lanes the view is, if not all of them fit.
  drawScroll() {
    const { context, geometry, theme } = this;
    const height = geometry.height - TOP;
    if (geometry.bottom <= height) return;
    context.fillStyle = theme.faint;
    context.globalAlpha = 0.6;
    context.fillRect(geometry.width - 5, TOP + (geometry.scroll / geometry.bottom) * height, 4,
      (height / geometry.bottom) * height);
    context.globalAlpha = 1;
  }

  drawHits({ hits }) {
    if (!hits || hits.count === 0) return;
    const { context, geometry, theme } = this;
    context.fillStyle = theme.hit;
    let last = -1;
    const { model, scale } = geometry;
    const shown = { items: hits.items, count: hits.count };
    const first = geometry.lanes.firstFrom(shown, geometry.from - 10 / scale, 0);
    let k = first;
    while (k < hits.count && model.start[hits.items[k]] <= geometry.to) {
      const x = Math.round(geometry.x(model.start[hits.items[k]]));
      if (x !== last) {
        context.globalAlpha = 0.22;
        context.fillRect(x - 1, TOP, 2, geometry.height);
        context.globalAlpha = 1;
        this.drawHit(hits.items[k], x);
      }
      last = x;
      k = Math.max(k + 1, geometry.lanes.firstFrom(shown, geometry.time(x + 1), k));
    }
    // Of those that begin in one pixel the first is marked, and all that are wide enough to see.
    for (const item of longHits(hits, model, first, WIDE / scale, geometry.to)) {
      this.drawHit(item, Math.round(geometry.x(model.start[item])));
    }
  }

  drawHit(item, x) {
    const box = this.geometry.box(item);
    if (box) this.context.fillRect(x - 1, box.y - 1, 3, box.height + 2);
  }

  drawMarked({ selected, hovered }) {
    const { context, geometry, theme } = this;
    for (const [item, width, color] of [[hovered, 1, theme.soft], [selected, 2, theme.text]]) {
      const box = item === NONE ? null : geometry.box(item);
      if (!box) continue;
      const left = Math.max(box.x, geometry.gutter - 4);
      const right = Math.min(box.x + box.width, geometry.width + 4);
      context.strokeStyle = color;
      context.lineWidth = width;
      context.strokeRect(left - 1.5, box.y - 1.5, Math.max(right - left, 1) + 3, box.height + 3);
    }
    context.lineWidth = 1;
  }

  drawRuler() {
    const { context, geometry, theme } = this;
    context.fillStyle = theme.panel;
    context.fillRect(0, OVERVIEW_HEIGHT, geometry.width, RULER_HEIGHT);
    context.fillStyle = theme.line;
    context.fillRect(0, TOP - 1, geometry.width, 1);
    context.font = FONT;
    context.textBaseline = 'middle';
    const step = this.step();
    for (const time of this.gridTimes()) {
      const x = Math.round(geometry.x(time));
      if (x < geometry.gutter) continue;
      context.fillStyle = theme.faint;
      context.fillRect(x, TOP - 6, 1, 6);
      context.fillStyle = theme.soft;
      context.fillText(formatMoment(Math.abs(time) < step / 2 ? 0 : time, step), x + 4, TOP - 10);
    }
    context.fillStyle = theme.soft;
    context.fillText('time', 10, TOP - 10);
  }

  drawPlayhead({ playhead }) {
    const { context, geometry, theme } = this;
    if (playhead === null) return;
    const x = Math.round(geometry.x(playhead));
    if (x < geometry.gutter || x > geometry.width) return;
    context.fillStyle = theme.accent;
    context.fillRect(x, OVERVIEW_HEIGHT + 8, 1.5, geometry.height);
    context.beginPath();
    context.moveTo(x - 5, OVERVIEW_HEIGHT + 5);
    context.lineTo(x + 6, OVERVIEW_HEIGHT + 5);
    context.lineTo(x + 0.5, OVERVIEW_HEIGHT + 13);
    context.fill();
  }

  // The whole recording, small: how busy the loop was, and which part is shown below.
  drawOverview({ playhead }) {
    const { context, geometry, theme } = this;
    const key = `${geometry.model.version} ${geometry.width} ${theme.ground} ${geometry.wholeEnd}`;
    if (key !== this.overviewKey) this.paintOverview(key);
    context.drawImage(this.overview, 0, 0, geometry.width, OVERVIEW_HEIGHT);
    const scale = geometry.plotWidth / (geometry.wholeEnd - geometry.wholeStart);
    const at = (time) => geometry.gutter +
      Math.max(0, Math.min(geometry.plotWidth, (time - geometry.wholeStart) * scale));
    const left = at(geometry.from);
    const right = Math.max(at(geometry.to), left + 2);
    context.fillStyle = theme.wash;
    context.fillRect(geometry.gutter, 0, left - geometry.gutter, OVERVIEW_HEIGHT);
    context.fillRect(right, 0, geometry.width - right, OVERVIEW_HEIGHT);
    context.strokeStyle = theme.accent;
    context.strokeRect(left + 0.5, 0.5, Math.max(right - left - 1, 1), OVERVIEW_HEIGHT - 1);
    if (playhead !== null) {
      context.fillStyle = theme.accent;
      context.fillRect(at(playhead), 0, 1, OVERVIEW_HEIGHT);
    }
    context.fillStyle = theme.soft;
    context.font = FONT;
    context.textBaseline = 'middle';
    context.fillText('overview', 10, OVERVIEW_HEIGHT / 2);
  }

  paintOverview(key) {
    this.overviewKey = key;
    const { geometry, theme, ratio } = this;
    const { width, plotWidth, lanes, gutter } = geometry;
    this.overview.width = Math.round(width * ratio);
    this.overview.height = Math.round(OVERVIEW_HEIGHT * ratio);
    const context = this.overview.getContext('2d');
    context.scale(ratio, ratio);
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, width, OVERVIEW_HEIGHT);
    const columns = Math.ceil(plotWidth / 2);
    const heights = new Float64Array(columns);
    const time = (geometry.wholeEnd - geometry.wholeStart) / columns;
    const after = (key) => key === 'ticks' || key === 'micro'; // runs of the queues: row 0
    const paint = (wanted) => (lane, index) => {
      if (!lane.shown || !wanted(lane.key)) return;
      const track = lanes.track(index, after(lane.key) ? 0 : 1);
      const busy = busyColumns(lanes, track, geometry.wholeStart, time, columns);
      context.fillStyle = theme[lane.hue];
      for (let i = 0; i < columns; i++) {
        const height = Math.min(busy[i] * (OVERVIEW_HEIGHT - 4), OVERVIEW_HEIGHT - 4 - heights[i]);
        if (busy[i] === 0 || height <= 0) continue;
        const seen = Math.max(height, 1);
        context.fillRect(gutter + i * 2, OVERVIEW_HEIGHT - 2 - heights[i] - seen, 2, seen);
        heights[i] += seen;
      }
    };
    // Ticks and microtasks may be within calls: so they come first, and calls get what is left.
    const others = ['turn', 'sleep', 'marks', 'wait', 'pool'];
    lanes.lanes.forEach(paint(after));
    lanes.lanes.forEach(paint((key) => !after(key) && !others.includes(key)));
  }
}

// Hits from index `from` on that begin until `to` and last `least` or longer. A million hits are
// skipped in blocks, whose longest are known.
function* longHits(hits, model, from, least, to) {
  const { items, count } = hits;
  hits.peaks ??= peaksOf(hits, model);
  for (let k = from; k < count && model.start[items[k]] <= to; k++) {
    if (k % PEAK_BLOCK === 0) {
      while (k < count && hits.peaks[k / PEAK_BLOCK] < least) k += PEAK_BLOCK;
      if (k >= count || model.start[items[k]] > to) return;
    }
    if (model.duration[items[k]] >= least) yield items[k];
  }
}

function peaksOf({ items, count }, model) {
  const peaks = new Float64Array(Math.ceil(count / PEAK_BLOCK));
  for (let k = 0; k < count; k++) {
    const block = Math.floor(k / PEAK_BLOCK);
    peaks[block] = Math.max(peaks[block], model.duration[items[k]]);
  }
  return peaks;
}

// The part of each interval of `time` that a track's items take.
function busyColumns(lanes, track, start, time, columns) {
  const busy = new Float64Array(columns);
  const { model } = lanes;
  let k = 0;
  let i = 0;
  while (k < track.count && i < columns) {
    i = Math.max(0, Math.floor((model.start[track.items[k]] - start) / time));
    if (i >= columns) break;
    // Of those that begin in one column only the last can reach beyond it.
    const next = Math.max(k + 1, lanes.firstFrom(track, start + (i + 1) * time, k));
    const last = track.items[next - 1];
    busy[i] = Math.min(1, busy[i] + (track.sums[next - 1] - track.sums[k]) / time);
    spread(busy, model.start[last] - start, model.end(last) - start, time);
    k = next;
  }
  return busy;
}

function spread(busy, from, to, time) {
  const last = Math.min(busy.length - 1, Math.floor(to / time));
  for (let i = Math.max(0, Math.floor(from / time)); i <= last; i++) {
    const part = (Math.min(to, (i + 1) * time) - Math.max(from, i * time)) / time;
    busy[i] = Math.min(1, busy[i] + part);
  }
}
