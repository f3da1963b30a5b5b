// SPDX-License-Identifier: MIT
// Wheel, pointers and keys of the timeline, turned into changes of its geometry.
import { OVERVIEW_HEIGHT } from './geometry.js';

const CLICK_REACH = 4; // pixels that a click may move

export class Gestures {
  // `timeline`: geometry, redraw(), hover(x, y), click(x, y), moved().
  constructor(canvas, timeline) {
    this.canvas = canvas;
    this.timeline = timeline;
    this.pointers = new Map();
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener('pointerleave', () => timeline.hover(-1, -1));
    canvas.addEventListener('dblclick', (event) => timeline.zoomTo(...this.point(event)));
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event) {
    event.preventDefault();
    const { geometry } = this.timeline;
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
    const [x] = this.point(event);
    if (event.altKey) {
      geometry.scroll += event.deltaY * unit;
      geometry.limitScroll();
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      geometry.pan((event.deltaX || event.deltaY) * unit);
    } else {
      geometry.zoom(Math.exp(event.deltaY * unit * 0.0025), Math.max(x, geometry.gutter));
    }
    this.timeline.moved();
  }

  down(event) {
    if (event.button !== 0) return;
    const [x, y] = this.point(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y, dragged: false });
    if (y < OVERVIEW_HEIGHT && this.pointers.size === 1) {
      this.pointers.get(event.pointerId).overview = true;
      this.jump(x);
    }
  }

  // The overview: the point under the pointer becomes the middle.
  jump(x) {
    const { geometry } = this.timeline;
    const whole = geometry.wholeEnd - geometry.wholeStart;
    const time = geometry.wholeStart + ((x - geometry.gutter) / geometry.plotWidth) * whole;
    const { span } = geometry;
    geometry.show(time - span / 2, time + span / 2);
    this.timeline.moved();
  }

  move(event) {
    const [x, y] = this.point(event);
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) {
      this.timeline.hover(x, y);
      return;
    }
    if (Math.hypot(x - pointer.startX, y - pointer.startY) > CLICK_REACH) pointer.dragged = true;
    if (pointer.overview) this.jump(x);
    else if (this.pointers.size === 2) this.pinch(pointer, x, y);
    else if (pointer.dragged) this.drag(pointer, x, y);
    if (pointer.dragged || this.pointers.size === 2) Object.assign(pointer, { x, y });
  }

  drag(pointer, x, y) {
    const { geometry } = this.timeline;
    geometry.pan(pointer.x - x);
    geometry.scroll += pointer.y - y;
    geometry.limitScroll();
    this.timeline.moved();
  }

  // Two fingers: what was under each stays under it.
  pinch(pointer, x) {
    const { geometry } = this.timeline;
    const other = [...this.pointers.values()].find((p) => p !== pointer);
    pointer.dragged = other.dragged = true;
    const before = Math.max(20, Math.abs(pointer.x - other.x));
    const after = Math.max(20, Math.abs(x - other.x));
    geometry.pan(((pointer.x - x) / 2));
    geometry.zoom(before / after, (x + other.x) / 2);
    this.timeline.moved();
  }

  up(event) {
    const pointer = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (pointer && !pointer.dragged && !pointer.overview) this.timeline.click(...this.point(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { geometry } = this.timeline;
    const quarter = geometry.plotWidth / (event.shiftKey ? 1.25 : 8);
    const actions = {
      ArrowLeft: () => geometry.pan(-quarter),
      ArrowRight: () => geometry.pan(quarter),
      ArrowUp: () => geometry.zoom(0.75),
      ArrowDown: () => geometry.zoom(1 / 0.75),
      PageUp: () => { geometry.scroll -= 100; },
      PageDown: () => { geometry.scroll += 100; },
      Home: () => geometry.show(geometry.wholeStart, geometry.wholeStart + geometry.span),
      End: () => geometry.show(geometry.wholeEnd - geometry.span, geometry.wholeEnd),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
    geometry.limitScroll();
    this.timeline.moved();
  }
}
