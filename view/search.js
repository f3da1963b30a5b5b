// SPDX-License-Identifier: MIT
// Search by name, kind or site, in all items. Names are matched once per label, not once per item.
import { NONE } from './model.js';
import { find } from './dom.js';
import { formatCount } from './format.js';

// What is found by its function, kind or file; all else only by what it is ("schedule", "turn").
const LISTED = ['call', 'pool-run', 'pool-wait', 'mark', 'signal', 'limit', 'starve', 'ticks',
  'microtasks', 'sleep'];

// The places of all items that match, in order.
export function searchItems(model, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return new Int32Array(0);
  const has = (word) => word.toLowerCase().includes(wanted);
  // 2: all of that event, 1: those whose names match.
  const events = model.header.events.map((name) => (has(name) ? 2 : LISTED.includes(name) ? 1 : 0));
  const labels = Array.from(model.labels, (label) => Boolean(label) && label.some(has));
  const kinds = model.kinds.map(has);
  const reasons = model.header.reasons.map(has);
  const { event, kind, label, subject, objects } = model;
  const { sleep, pool_run: poolRun, pool_wait: poolWait } = model.events;
  const hits = [];
  for (let i = 0; i < model.count; i++) {
    const level = events[event[i]];
    if (level === 0) continue;
    const names = event[i] === sleep ? reasons : event[i] === poolRun ? null : kinds;
    if (level === 2 || labels[label[i]] || names?.[kind[i]]) hits.push(i);
    else if (label[i] === 0 || event[i] === poolRun || event[i] === poolWait) {
      const object = subject[i] === 0 ? undefined : objects[subject[i]];
      if (object && (labels[object[1]] || kinds[object[0]])) hits.push(i);
    }
  }
  return Int32Array.from(hits);
}

export class Search {
  // `show(item)` selects a hit; `mark(hits)` marks all on the timeline.
  constructor(model, { show, mark }) {
    Object.assign(this, { model, show, mark });
    this.items = new Int32Array(0);
    this.at = NONE;
    this.field = find('search');
    this.field.addEventListener('input', () => this.soon());
    this.field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        this.finish();
        this.next(event.shiftKey ? -1 : 1);
      }
      if (event.key === 'Escape') {
        this.clear();
        this.field.blur();
      }
    });
    find('search-next').addEventListener('click', () => this.next(1));
    find('search-previous').addEventListener('click', () => this.next(-1));
  }

  // While the user types, only now and then.
  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), 120);
  }

  finish() {
    if (this.text !== this.field.value) this.run();
  }

  run() {
    clearTimeout(this.timer);
    this.text = this.field.value;
    this.items = searchItems(this.model, this.text);
    this.at = NONE;
    this.mark({ items: this.items, count: this.items.length });
    this.report();
  }

  // The recording has changed: the hit that was shown stays the one that is shown.
  again() {
    if (!this.field.value.trim()) return;
    const id = this.at === NONE ? 0 : this.hitId;
    this.run();
    this.at = id === 0 ? NONE : this.items.indexOf(this.model.at(id));
    this.report();
  }

  clear() {
    this.field.value = '';
    this.run();
  }

  next(direction) {
    this.finish();
    const count = this.items.length;
    if (count === 0) return;
    this.at = this.at === NONE ? (direction > 0 ? 0 : count - 1)
      : (this.at + direction + count) % count;
    this.hitId = this.model.id[this.items[this.at]];
    this.report();
    this.show(this.items[this.at]);
  }

  report() {
    const count = this.items.length;
    const none = this.text.trim() ? 'no hits' : '';
    find('search-count').textContent = count === 0 ? none
      : this.at === NONE ? `${formatCount(count)} hits`
        : `${formatCount(this.at + 1)} of ${formatCount(count)}`;
    for (const id of ['search-next', 'search-previous']) find(id).disabled = count === 0;
  }
}
