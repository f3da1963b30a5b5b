// SPDX-License-Identifier: MIT
// The playhead: walks the recording step by step and shows, for each, where in the ring the loop
// is, what waits in every queue, and a sentence that says why.
import { NONE } from './model.js';
import { STATIONS } from './lanes.js';
import { Queues } from './queues.js';
import { CALL, END, PASSED, PHASE, Steps } from './steps.js';
import { explain } from './explain.js';
import { find } from './dom.js';
import { formatCount, formatTime } from './format.js';

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second
const ANY = () => true;

export class Playhead {
  // `moved(step)` is called after each move.
  constructor({ model, lanes, ring, cards, moved }) {
    Object.assign(this, { model, lanes, ring, cards, moved });
    this.step = NONE;
    this.speed = 2;
    this.version = NONE;
    this.timer = 0;
  }

  // Made on first use: a page that is only looked at does not pay for it.
  prepare(thread = this.thread ?? this.lanes.mainLoop()) {
    const changed = this.version !== this.model.version;
    if (!changed && thread === this.thread) return;
    if (changed) this.queues = new Queues(this.model);
    this.version = this.model.version;
    this.thread = thread;
    this.steps = new Steps(this.model, thread);
    if (this.step !== NONE) this.step = this.steps.stepOf(Math.max(0, this.model.at(this.itemId)));
  }

  next(direction) {
    this.seek(direction, ANY);
  }

  nextCall(direction) {
    this.seek(direction, (type) => type === CALL || type === END);
  }

  nextPhase(direction) {
    this.seek(direction, (type) => type === PHASE || type === PASSED || type === END);
  }

  seek(direction, wanted) {
    this.prepare();
    if (this.step === NONE) this.go(0);
    else this.go(this.steps.seek(this.step, direction, wanted));
  }

  // In the loop that the item belongs to: a program may have more than one.
  toItem(item) {
    const thread = this.model.threadOf(item);
    this.prepare(this.model.threads[thread]?.type === 'loop' ? thread : undefined);
    this.go(this.steps.stepOf(item));
  }

  go(step) {
    this.step = step;
    this.itemId = this.model.id[this.item]; // places change while a program runs
    this.show();
    this.moved(step);
  }

  get item() {
    return this.step === NONE ? NONE : this.steps.item[this.step];
  }

  // The item to mark on the timeline; a phase that was passed has none.
  get marked() {
    if (this.step === NONE) return NONE;
    const type = this.steps.type[this.step];
    return type === PASSED || type === END ? NONE : this.item;
  }

  get time() {
    return this.step === NONE ? null : this.steps.time(this.step);
  }

  // Where in the ring: the node that is lit, and the station of the dot.
  whereabouts() {
    const { steps, step, model, lanes } = this;
    const station = steps.station[step];
    if (station !== NONE) return [STATIONS[station].key, station];
    if (steps.type[step] !== CALL) return ['', NONE];
    const key = lanes.lanes[lanes.laneOf(this.item)]?.key ?? '';
    for (let outer = model.parent[this.item]; outer !== NONE; outer = model.parent[outer]) {
      if (model.event[outer] !== model.events.phase) continue;
      const name = model.kindName(outer);
      return [key, STATIONS.findIndex(({ phases }) => phases.includes(name))];
    }
    return [key, NONE];
  }

  show() {
    const { steps, step } = this;
    const [key, station] = this.whereabouts();
    const before = steps.type[step] === PASSED;
    const place = steps.type[step] === END ? this.model.count : this.item;
    const time = this.time;
    this.contents = this.queues.at(place, before, time);
    this.ring.show(this.contents, key, station);
    this.cards.show(this.contents, key, (entry) => this.note(entry, time));
    find('sentence').textContent = explain(steps, step, this.contents);
    find('step-number').textContent =
      `step ${formatCount(step + 1)} of ${formatCount(steps.count)} \u00b7 ${formatTime(time)}`;
    find('step-range').max = steps.count - 1;
    find('step-range').value = step;
    find('step-range').setAttribute('aria-valuetext', find('sentence').textContent);
  }

  note(entry, time) {
    if (entry.beneath) return 'the loop\u2019s own, beneath';
    if (entry.queue === 'timers') {
      return entry.due <= time ? `due ${formatTime(time - entry.due)} ago`
        : `due in ${formatTime(entry.due - time)}`;
    }
    const where = entry.call === NONE ? this.model.labelOf(entry.item)[0] : '';
    if (entry.queue === 'poll') {
      const kind = entry.kind === entry.name ? '' : entry.kind;
      return [kind, entry.state, where].filter(Boolean).join(', ');
    }
    return entry.kind === entry.name ? '' : entry.kind;
  }

  get playing() {
    return this.timer !== 0;
  }

  play(on = !this.playing) {
    clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      this.prepare();
      if (this.step === this.steps.count - 1) this.go(0);
      const advance = () => {
        this.next(1);
        if (this.step >= this.steps.count - 1) this.play(false);
      };
      this.timer = setInterval(advance, 1000 / this.speed);
    }
    const label = on ? 'Pause' : 'Play';
    find('play').setAttribute('aria-label', label);
    find('play').title = `${label} (space)`;
    find('play').classList.toggle('playing', on);
  }

  setSpeed(direction) {
    const at = SPEEDS.indexOf(this.speed) + direction;
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
    find('speed').textContent = `${this.speed}/s`;
    if (this.playing) this.play(true);
  }
}
