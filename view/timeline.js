// SPDX-License-Identifier: MIT
// The timeline: owns the canvas, what is selected and hovered, and when to draw.
import { NONE } from './model.js';
import { Geometry, TOP } from './geometry.js';
import { Painter, readTheme } from './draw.js';
import { Gestures } from './gestures.js';
import { chainOf, effectsOf } from './arrows.js';
import { make } from './dom.js';
import { describe } from './details.js';

export class Timeline {
  // `onSelect(item)` is called for a click on an item, `onRuler(time)` for one on the ruler, and
  // `onMove()` when a person moved the view.
  constructor(canvas, tooltip, model, lanes, { onSelect, onRuler, onMove }) {
    this.canvas = canvas;
    this.tooltip = tooltip;
    this.onSelect = onSelect;
    this.onRuler = onRuler;
    this.onMove = onMove;
    this.geometry = new Geometry(model, lanes);
    this.painter = new Painter(canvas, this.geometry);
    this.gestures = new Gestures(canvas, this);
    this.state = { selected: NONE, hovered: NONE, chain: [], effects: [], hits: null,
      playhead: null, theme: readTheme(canvas) };
    this.frames = 0; // how many were drawn, and how long the last took: for the tests
    this.lastFrameMs = 0;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    this.geometry.resize(clientWidth, clientHeight);
    this.geometry.layOut();
    this.painter.resize(clientWidth, clientHeight, window.devicePixelRatio || 1);
    this.redraw(true);
  }

  retheme() {
    this.state.theme = readTheme(this.canvas);
    this.redraw();
  }

  // Once per frame, however often it is requested.
  redraw(now = false) {
    if (now) {
      this.drawNow();
      return;
    }
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawNow();
    });
  }

  drawNow() {
    const begin = performance.now();
    this.painter.draw(this.state);
    this.lastFrameMs = performance.now() - begin;
    this.frames++;
  }

  moved() {
    this.hideTooltip();
    this.onMove();
    this.redraw();
  }

  select(item) {
    const { model } = this.geometry;
    this.state.selected = item;
    this.state.chain = item === NONE ? [] : chainOf(model, item);
    this.state.effects = item === NONE ? [] : effectsOf(model, item);
    this.redraw();
  }

  hover(x, y) {
    const found = x < 0 ? null : this.geometry.itemAt(x, y);
    const item = found ? found.item : NONE;
    this.canvas.classList.toggle('pointing', Boolean(found));
    if (item !== this.state.hovered) {
      this.state.hovered = item;
      this.redraw();
      if (found) this.fillTooltip(found);
    }
    if (!found && this.fillLaneTooltip(x, y)) this.moveTooltip(x, y);
    else if (found) this.moveTooltip(x, y);
    else this.hideTooltip();
  }

  // What a lane is, over its name.
  fillLaneTooltip(x, y) {
    const place = x >= 0 && x < this.geometry.gutter ? this.geometry.placeAt(y) : undefined;
    if (!place) return false;
    const { title, about } = place.lane;
    this.tooltip.replaceChildren(make('strong', {}, title), make('div', {}, about));
    return true;
  }

  fillTooltip({ item, count }) {
    const { model } = this.geometry;
    const { title, lines } = describe(model, item);
    const rows = lines.map(([key, value]) => make('div', {}, make('span', {}, key), value));
    if (count > 1) {
      rows.push(make('div', { class: 'more' }, `and ${count - 1} more here: zoom in`));
    }
    this.tooltip.replaceChildren(make('strong', {}, title), ...rows);
    this.tooltip.hidden = false;
  }

  moveTooltip(x, y) {
    const { tooltip, geometry } = this;
    tooltip.hidden = false;
    const width = tooltip.offsetWidth;
    const height = tooltip.offsetHeight;
    const left = x + 14 + width > geometry.width ? Math.max(4, x - 14 - width) : x + 14;
    const top = y + 16 + height > geometry.height ? Math.max(4, y - 12 - height) : y + 16;
    tooltip.style.transform = `translate(${left}px, ${top}px)`;
  }

  // Items have moved in the columns: stored indexes are invalid.
  forgetPlaces() {
    this.hideTooltip();
    this.state.chain = [];
    this.state.effects = [];
    this.state.selected = NONE;
    this.state.hits = null;
  }

  hideTooltip() {
    this.tooltip.hidden = true;
    this.state.hovered = NONE;
  }

  click(x, y) {
    if (y < TOP && x >= this.geometry.gutter) {
      this.onRuler(this.geometry.time(x));
      return;
    }
    const found = this.geometry.itemAt(x, y);
    this.onSelect(found ? found.item : NONE);
  }

  zoomTo(x, y) {
    const found = this.geometry.itemAt(x, y);
    if (found) this.geometry.showItem(found.item);
    else this.geometry.zoom(0.4, x);
    this.moved();
  }
}
