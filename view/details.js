// SPDX-License-Identifier: MIT
// The data of one item: for the tooltip in a few lines, for the panel in full, with the chain of
// its causes and what it scheduled.
import { NONE } from './model.js';
import { button, make } from './dom.js';
import { formatCount, formatTime, plural, shortSite } from './format.js';
import { chainOf, effectsOf } from './arrows.js';
import { firstAtOrAfter } from './queues.js';

const REASONS = {
  timer: 'until the next timer is due', forever: 'until something happens: no timer is set',
  stop: 'not at all: the loop was told to stop', idle: 'not at all: an idle handle is active',
  pending: 'not at all: callbacks are pending', closing: 'not at all: handles are closing',
  tick: 'not at all: ticks or microtasks wait', inactive: 'not at all: nothing to wait for',
  busy: 'not at all: more is ready', limit: 'not at all: a limit left callbacks behind',
  mode: 'not at all: the program asked not to wait',
};

export function reasonText(reason) {
  return REASONS[reason] ?? reason;
}

// [key, value] pairs that every item has, and those of its event.
function linesOf(model, i) {
  const { events } = model;
  const event = model.event[i];
  const lines = [];
  const kind = model.kindName(i);
  if (event === events.sleep) {
    const asked = model.value[i];
    lines.push(['asked for', asked < 0 ? 'no limit' : asked === 0 ? 'no sleep' : `${asked} ms`]);
    lines.push(['why', reasonText(kind)]);
  } else if (event === events.schedule && model.value[i] > 0) {
    lines.push(['delay', `${model.value[i]} ms`]);
  } else if ((event === events.ticks || event === events.microtasks) && model.value[i] >= 0) {
    lines.push(['ran', plural(model.value[i], 'callback')]);
  } else if (event === events.starve) {
    lines.push(['starved', `${model.value[i]} ms without the loop going on`]);
  } else if (event === events.signal) {
    lines.push(['signal', String(model.value[i])]);
  }
  return lines;
}

function eventTitle(model, i) {
  const { events } = model;
  const titles = { [events.call]: 'callback', [events.schedule]: 'scheduled', [events.turn]: 'turn',
    [events.pool_wait]: 'waits for the pool', [events.pool_run]: 'on a thread of the pool',
    [events.mark]: 'output', [events.cancel]: 'cancelled', [events.create]: 'created',
    [events.destroy]: 'destroyed' };
  return titles[model.event[i]] ?? model.eventName(i);
}

// How late a timer was called, from when it was due, or null. `due` is when its delay had passed
// since it was set, or for an interval since the previous call.
export function lagOf(model, i) {
  const cause = model.causeOf(i);
  if (cause === NONE || model.event[cause] !== model.events.schedule) return null;
  const kind = model.kinds[model.kind[cause]];
  if (kind !== 'timer' && kind !== 'timeout' && kind !== 'interval') return null;
  const before = previousCall(model, i, cause);
  const since = before === NONE ? model.start[cause] : model.start[before];
  return Math.max(0, model.start[i] - since - model.value[cause] * 1e6);
}

function previousCall(model, i, cause) {
  const effects = model.effectsOf(cause);
  for (let k = firstAtOrAfter(effects, i) - 1; k >= 0; k--) {
    if (model.event[effects[k]] === model.event[i]) return effects[k];
  }
  return NONE;
}

export function describe(model, i) {
  const kind = model.kindName(i);
  const title = `${model.nameOf(i)}`;
  const lines = [['what', `${eventTitle(model, i)}${kind && kind !== title ? `, ${kind}` : ''}`]];
  const site = model.siteOf(i);
  if (site) lines.push(['where', shortSite(site)]);
  if (model.duration[i] > 0) {
    lines.push(['took', formatTime(model.duration[i]) + (model.isOpen(i) ? ', cut off' : '')]);
  }
  lines.push(...linesOf(model, i));
  const lag = lagOf(model, i);
  const isCall = model.event[i] === model.events.call;
  if (isCall && lag !== null) lines.push(['late by', formatTime(lag)]);
  const cause = model.causeOf(i);
  if (cause !== NONE) {
    const maker = model.callAround(cause);
    const by = maker === NONE ? model.eventName(cause) : model.nameOf(maker);
    lines.push(['because of', `${by}, ${formatTime(model.start[i] - model.start[cause])} before`]);
  }
  return { title, lines };
}

export class Details {
  // `go(item)` shows another item.
  constructor(element, model, go) {
    this.element = element;
    this.model = model;
    this.go = go;
    this.show(NONE);
  }

  show(i) {
    if (i === NONE) {
      this.element.replaceChildren(make('p', { class: 'hint' },
        'Click anything on the timeline: its kind, source line and duration, who scheduled it ' +
        'and what it scheduled are shown here. Double-click zooms to it; press ? for all keys.'));
      return;
    }
    const { model } = this;
    const rows = [
      ['what', this.what(i)],
      ...(model.siteOf(i) ? [['where', model.siteOf(i)]] : []),
      ['at', formatTime(model.start[i]) + (model.start[i] > 0 ? ' after the start' : '')],
      ['took', this.took(i)],
      ...linesOf(model, i),
      ['on', model.threads[model.threadOf(i)]?.name ?? '?'],
    ];
    const lag = model.event[i] === model.events.call ? lagOf(model, i) : null;
    if (lag !== null) rows.splice(-1, 0, ['late by', formatTime(lag)]);
    this.element.replaceChildren(
      make('h3', { class: 'mono' }, model.nameOf(i)),
      make('dl', {}, ...rows.flatMap(([key, value]) =>
        [make('dt', {}, key), make('dd', key === 'where' ? { class: 'mono' } : {}, value)])),
      ...this.causes(i), ...this.inside(i), ...this.effects(i));
  }

  what(i) {
    const kind = this.model.kindName(i);
    return eventTitle(this.model, i) + (kind && kind !== 'callback' ? `, ${kind}` : '') +
      (this.model.subject[i] ? ` #${this.model.subject[i]}` : '');
  }

  took(i) {
    const { model } = this;
    if (!model.isSpan[model.event[i]] && model.duration[i] === 0) return 'a moment';
    return formatTime(model.duration[i]) + (model.isOpen(i) ? ', cut off by the end' : '');
  }

  link(i, note, attributes = {}) {
    const name = button('', () => this.go(i), { class: 'link', 'data-item': this.model.id[i],
      ...attributes });
    name.append(make('b', { class: 'mono' }, this.model.nameOf(i)), ` ${note}`);
    return make('li', {}, name);
  }

  // Up the chain: the nearest first.
  causes(i) {
    const { model } = this;
    const chain = chainOf(model, i);
    const around = model.callAround(i);
    if (chain.length === 0 && around === NONE) {
      if (model.event[i] !== model.events.call) return [];
      return [make('h4', {}, 'Because of'),
        make('p', { class: 'hint' }, 'Nothing that was recorded.')];
    }
    const list = make('ol', { class: 'chain', id: 'causes' });
    for (const { from, to } of chain) {
      const maker = model.callAround(from);
      const ago = `${formatTime(model.start[to] - model.start[from])} before`;
      const where = shortSite(model.siteOf(from));
      if (maker === NONE) list.append(this.link(from, `${model.eventName(from)}, ${ago} ${where}`));
      else list.append(this.link(maker, `scheduled it ${ago}${where ? `, at ${where}` : ''}`));
    }
    if (chain.length === 0) list.append(this.link(around, 'is around it'));
    return [make('h4', {}, 'Because of'), list];
  }

  inside(i) {
    const { model } = this;
    const { call, mark, ticks, microtasks, phase, sleep } = model.events;
    const shown = new Set([call, mark, ticks, microtasks, phase, sleep]);
    const items = [];
    let more = 0;
    for (const inner of model.inside(i, 20_000)) {
      if (model.parent[inner] !== i || !shown.has(model.event[inner])) continue;
      const took = model.event[inner] === mark ? '' : formatTime(model.duration[inner]);
      if (items.length < 12) items.push(this.link(inner, took));
      else more++;
    }
    if (items.length === 0) return [];
    return [make('h4', {}, 'Inside'), make('ul', { class: 'chain' }, ...items),
      ...this.andMore(more)];
  }

  effects(i) {
    const { model } = this;
    const links = effectsOf(model, i);
    if (links.length === 0) return [];
    const list = make('ul', { class: 'chain', id: 'effects' });
    for (const { from, to } of links.slice(0, 30)) {
      const place = shortSite(model.siteOf(from));
      const kind = model.kindName(from);
      if (to === NONE) list.append(this.link(from, `${kind}, not called ${place}`));
      else {
        const after = formatTime(model.start[to] - model.start[from]);
        list.append(this.link(to, `${model.eventName(to)}, ${kind}, ${after} later`));
      }
    }
    return [make('h4', {}, 'What it scheduled'), list, ...this.andMore(links.length - 30)];
  }

  andMore(n) {
    return n > 0 ? [make('p', { class: 'hint' }, `and ${formatCount(n)} more`)] : [];
  }
}
