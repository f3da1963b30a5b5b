// SPDX-License-Identifier: MIT
// Starts the page: reads what the program put into it, and connects the parts.
import { Model, NONE, decodeBase64 } from './model.js';
import { Lanes } from './lanes.js';
import { Timeline } from './timeline.js';
import { Details, describe } from './details.js';
import { Ring, QueueCards } from './ring.js';
import { Playhead } from './playhead.js';
import { Lists } from './lists.js';
import { Search } from './search.js';
import { Tabs } from './tabs.js';
import { Live } from './live.js';
import { listenToKeys } from './keys.js';
import { chainOf, effectsOf } from './arrows.js';
import { button, find, remember } from './dom.js';
import { formatCount, formatTime, plural } from './format.js';

// Up to this number of items the playhead is ready from the start; beyond, on first use.
const READY_AT_ONCE = 100_000;
const DARK = matchMedia('(prefers-color-scheme: dark)');

class App {
  constructor(header, bytes) {
    const begin = performance.now();
    this.model = bytes ? Model.fromBytes(header, bytes) : new Model(header);
    if (!bytes) this.model.settle(0);
    this.lanes = new Lanes(this.model);
    this.selected = NONE; // an id: places change in a live recording
    this.timeline = new Timeline(find('canvas'), find('tooltip'), this.model, this.lanes, {
      onSelect: (item) => this.select(item, true), onRuler: (time) => this.walkFrom(time),
      onMove: () => this.live?.movedByHand() });
    const go = (item) => this.goTo(item);
    this.ring = new Ring(find('ring'), (key) => this.cards.reveal(key));
    this.cards = new QueueCards(find('queues'), go);
    this.playhead = new Playhead({ model: this.model, lanes: this.lanes, ring: this.ring,
      cards: this.cards, moved: () => this.playheadMoved() });
    this.lists = new Lists(this.model, go);
    this.makeTabs();
    this.details = new Details(this.tabs.panel('details'), this.model, go);
    this.search = new Search(this.model, { show: go, mark: (hits) => {
      this.timeline.state.hits = hits;
      this.timeline.redraw();
    } });
    this.loadMs = performance.now() - begin;
  }

  makeTabs() {
    const { lists } = this;
    const tabs = [
      ['details', 'Details', null],
      ['slowest', 'Slowest', (panel) => lists.slowest(panel)],
      ['functions', 'Functions', (panel) => lists.functions(panel)],
      ['turns', 'Turns', (panel) => lists.turns(panel)],
      ['pool', 'Pool', (panel) => lists.pool(panel)],
      ['lag', 'Lag', (panel) => lists.lag(panel)],
      ['output', 'Output', (panel) => {
        lists.output(panel);
        this.followOutput();
      }],
    ];
    this.tabs = new Tabs(tabs, () => this.model.version);
    this.tabs.open(tabs[0][0]);
  }

  start() {
    this.showFacts();
    if (this.model.header.live) this.live = new Live(this);
    else if (this.model.count > 0 && this.model.count <= READY_AT_ONCE) this.playhead.next(1);
    else this.sayHowToWalk();
  }

  sayHowToWalk() {
    find('sentence').textContent = 'Press j, or one of the buttons, to walk through the ' +
      'recording step by step; or select something and press w to begin there.';
    const nothing = Object.fromEntries([...this.cards.cards.keys()].map((key) => [key, []]));
    this.ring.show(nothing, '', NONE);
    this.cards.show(nothing, '', () => '');
  }

  showFacts() {
    const { model } = this;
    const { header } = model;
    const program = header.program?.replace(/^\/\S*\//, ''); // its folder is in the title
    find('program').textContent = program ?? '';
    find('program').title = [header.program, header.pid && `pid ${header.pid}`, header.when]
      .filter(Boolean).join(', ');
    const clock = header.clock === 'virtual' ? ' \u00b7 virtual time' : '';
    find('facts').textContent = `${formatTime(model.lastEnd)} \u00b7 ` +
      `${plural(model.count, 'item')}${clock}`;
    const lost = model.dropped + (model.forgotten ?? 0);
    find('dropped').hidden = lost === 0;
    find('dropped').textContent = `${formatCount(lost)} dropped`;
    find('dropped').title = 'Older records that there was no room for';
    document.title = `gyre: ${program ?? 'the loop'}`;
  }

  // A header came: what it names is new.
  started() {
    this.lanes.makeLanes();
    this.timeline.geometry.layOut();
    this.showFacts();
  }

  // Items came. What was selected has another place now; lists are refreshed now and then.
  changed() {
    this.showFacts();
    if (this.selected !== NONE) this.timeline.select(this.model.at(this.selected));
    this.refreshing ||= setTimeout(() => {
      this.refreshing = 0;
      this.tabs.refresh();
      this.search.again();
    }, 1000);
  }

  walking() {
    return this.playhead.step !== NONE && !this.live?.following;
  }

  // While a program runs the walk begins at its newest step.
  walk(move) {
    this.live?.follow(false);
    if (this.live && this.playhead.step === NONE) this.playhead.toItem(this.model.count - 1);
    else move(this.playhead);
  }

  playheadMoved() {
    const { playhead, timeline } = this;
    timeline.state.playhead = playhead.time;
    const item = playhead.marked;
    this.selected = item === NONE ? NONE : this.model.id[item];
    timeline.select(item);
    this.details.show(item);
    if (item !== NONE) {
      this.magnify(item);
      timeline.geometry.reveal(item);
    } else this.revealTime(playhead.time);
    this.followOutput();
    this.live?.showWhich();
    timeline.redraw();
  }

  // Steps make no sense if one is less than a pixel: then the turn around it fills the view.
  magnify(item) {
    const { model } = this;
    const { geometry } = this.timeline;
    const width = model.duration[item] * geometry.scale;
    if (width === 0 || width > 1.5 || this.playhead.step === 0) return;
    const { turn } = model.events;
    let around = item;
    while (around !== NONE && model.event[around] !== turn) around = model.parent[around];
    if (around === NONE) return;
    const span = Math.min(model.duration[around] * 2, model.duration[item] * 400);
    const start = model.start[item];
    geometry.show(start - span * 0.3, start + span * 0.7);
  }

  revealTime(time) {
    const { geometry } = this.timeline;
    if (time < geometry.from || time > geometry.to) {
      geometry.show(time - geometry.span * 0.4, time + geometry.span * 0.6);
    }
  }

  followOutput() {
    if (this.playhead.step === NONE || this.tabs.current !== 'output') return;
    this.lists.followOutput(this.tabs.panel('output'), this.playhead.item);
  }

  // By a click on the timeline, which does not move; or from a list: then it is brought into view.
  select(item, open = false) {
    this.selected = item === NONE ? NONE : this.model.id[item];
    this.timeline.select(item);
    this.details.show(item);
    if (item === NONE) return;
    this.tabs.panel('details').append(button('Walk from here', () => this.walkFromSelected(),
      { class: 'walk-here', title: 'Set the playhead here (w)' }));
    if (open) this.tabs.open('details');
    const { title, lines } = describe(this.model, item);
    find('spoken').textContent = `${title}: ${lines.map((line) => line.join(' ')).join(', ')}`;
    if (this.live) this.live.follow(false);
  }

  goTo(item) {
    const { geometry } = this.timeline;
    if (this.live) this.live.follow(false);
    const width = this.model.duration[item] * geometry.scale;
    if (width > 0 && width < 4) {
      const span = Math.max(this.model.duration[item] * 60, 1000);
      const start = this.model.start[item];
      geometry.show(start - span * 0.3, start + span * 0.7);
    }
    geometry.reveal(item);
    this.select(item, true);
  }

  get selectedItem() {
    return this.selected === NONE ? NONE : this.model.at(this.selected);
  }

  walkFromSelected() {
    if (this.selectedItem !== NONE) this.walk((playhead) => playhead.toItem(this.selectedItem));
  }

  walkFrom(time) {
    if (this.model.count === 0) return;
    const item = Math.max(0, this.model.firstFrom(time) - 1);
    this.live?.follow(false);
    this.playhead.toItem(item);
  }

  toCause() {
    const item = this.selectedItem;
    if (item === NONE) return;
    const [link] = chainOf(this.model, item);
    if (!link) return;
    const maker = this.model.callAround(link.from);
    this.goTo(maker === NONE ? link.from : maker);
  }

  toEffect() {
    const item = this.selectedItem;
    const link = item === NONE ? null : effectsOf(this.model, item).find(({ to }) => to !== NONE);
    if (link) this.goTo(link.to);
  }

  zoom(factor) {
    this.timeline.geometry.zoom(factor);
    this.timeline.moved();
  }

  showAll() {
    this.timeline.geometry.showAll();
    this.timeline.moved();
  }

  showSelected() {
    if (this.selectedItem === NONE) return;
    this.timeline.geometry.showItem(this.selectedItem);
    this.timeline.moved();
  }

  toggleTheme() {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    this.setTheme(theme);
    remember('theme', theme);
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.timeline.retheme();
  }
}

function connectButtons(app) {
  const click = (id, action) => find(id).addEventListener('click', action);
  click('step-next', () => app.walk((p) => p.next(1)));
  click('step-previous', () => app.walk((p) => p.next(-1)));
  click('call-next', () => app.walk((p) => p.nextCall(1)));
  click('call-previous', () => app.walk((p) => p.nextCall(-1)));
  click('phase-next', () => app.walk((p) => p.nextPhase(1)));
  click('phase-previous', () => app.walk((p) => p.nextPhase(-1)));
  click('play', () => app.walk((p) => p.play()));
  click('slower', () => app.playhead.setSpeed(-1));
  click('faster', () => app.playhead.setSpeed(1));
  click('zoom-in', () => app.zoom(0.6));
  click('zoom-out', () => app.zoom(1 / 0.6));
  click('zoom-all', () => app.showAll());
  click('theme', () => app.toggleTheme());
  click('help-open', () => find('help').showModal());
  find('step-range').addEventListener('input', (event) => {
    app.walk((playhead) => {
      playhead.prepare();
      playhead.go(Number(event.target.value));
    });
  });
  DARK.addEventListener('change', () => {
    if (!remember('theme')) app.setTheme(DARK.matches ? 'dark' : 'light');
  });
}

// The border between the timeline and what is below it.
function connectSplitter() {
  const splitter = find('splitter');
  const main = splitter.parentElement;
  const set = (part) => {
    const limited = Math.max(0.2, Math.min(0.85, part));
    main.style.setProperty('--split', `${(limited * 100).toFixed(1)}%`);
    splitter.setAttribute('aria-valuenow', String(Math.round(limited * 100)));
    remember('split', String(limited));
  };
  const now = () => splitter.offsetTop / main.clientHeight;
  splitter.addEventListener('pointerdown', (event) => splitter.setPointerCapture(event.pointerId));
  splitter.addEventListener('pointermove', (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    set((event.clientY - main.getBoundingClientRect().top) / main.clientHeight);
  });
  splitter.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -0.04, ArrowDown: 0.04 }[event.key];
    if (!step) return;
    event.preventDefault();
    set((splitter.offsetTop - main.offsetTop) / main.clientHeight + step);
  });
  splitter.setAttribute('aria-valuenow', String(Math.round(now() * 100)));
  const kept = Number(remember('split'));
  if (kept > 0) set(kept);
}

// What the program put into the page: a header, and the items unless it is live.
function readPage() {
  const text = find('trace')?.textContent;
  const header = text ? JSON.parse(text) : { program: 'no recording in this page' };
  const items = find('items');
  if (header.live) return [header, null];
  const bytes = decodeBase64((items?.textContent ?? '').trim());
  items?.remove(); // the text is a third larger than what it stands for
  return [header, bytes];
}

function main() {
  const system = DARK.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = remember('theme') ?? system;
  connectSplitter();
  const app = new App(...readPage());
  connectButtons(app);
  listenToKeys(app);
  app.start();
  // For tests, and for the console: gyre.model has the recording, gyre.timeline what is drawn of it
  // (geometry, state, frames, lastFrameMs), gyre.playhead the steps and queues.
  window.gyre = app;
  app.timeline.redraw();
  requestAnimationFrame(() => { app.drawnMs = performance.now(); });
}

main();
