// SPDX-License-Identifier: MIT
// The six phases as a ring, with the two queues in its middle that run after every callback. A dot
// shows where the playhead is; each phase shows how much waits in it, a small square each.
import { make, makeSvg } from './dom.js';
import { STATIONS } from './lanes.js';
import { NONE } from './model.js';

const WIDTH = 400;
const HEIGHT = 268;
const CENTER = { x: WIDTH / 2, y: HEIGHT / 2 };
const RADIUS = { x: 142, y: 104 };
const BOX = { width: 100, height: 40 };
const MOST_SQUARES = 9;

// Clockwise from the top, as the loop goes round.
const ANGLES = STATIONS.map((_, i) => -Math.PI / 2 + (i * Math.PI * 2) / STATIONS.length);
const CENTRAL = [
  { key: 'ticks', title: 'nextTick', y: -24 },
  { key: 'micro', title: 'microtasks', y: 24 },
];

function on(angle) {
  return { x: CENTER.x + RADIUS.x * Math.cos(angle), y: CENTER.y + RADIUS.y * Math.sin(angle) };
}

function arrowHead(angle) {
  const { x, y } = on(angle);
  const along = Math.atan2(RADIUS.y * Math.cos(angle), -RADIUS.x * Math.sin(angle));
  const turn = (along * 180) / Math.PI;
  return makeSvg('path', { d: 'M-4,-4 L4,0 L-4,4', class: 'arrow',
    transform: `translate(${x} ${y}) rotate(${turn})` });
}

export class Ring {
  // `choose(key)` is called for a click on a phase.
  constructor(element, choose) {
    this.nodes = new Map();
    const svg = makeSvg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', class: 'ring',
      'aria-label': 'The six phases of the loop' });
    svg.append(makeSvg('ellipse', { cx: CENTER.x, cy: CENTER.y, rx: RADIUS.x, ry: RADIUS.y,
      class: 'track' }));
    ANGLES.forEach((angle, i) => {
      const next = angle + Math.PI / STATIONS.length;
      svg.append(arrowHead(next + (i % 3 === 0 ? 0.04 : 0)));
    });
    STATIONS.forEach(({ key, title }, i) => {
      svg.append(this.node(key, title, on(ANGLES[i]), choose));
    });
    for (const { key, title, y } of CENTRAL) {
      svg.append(this.node(key, title, { x: CENTER.x, y: CENTER.y + y }, choose));
    }
    this.dot = makeSvg('circle', { r: 7, class: 'dot off', cx: CENTER.x, cy: CENTER.y - RADIUS.y });
    svg.append(this.dot);
    element.replaceChildren(svg);
    this.angle = ANGLES[0];
    this.place(this.angle);
  }

  node(key, title, { x, y }, choose) {
    const squares = makeSvg('g', { class: 'squares' });
    const count = makeSvg('text', { x: x + BOX.width / 2 - 8, y: y - 4, class: 'number' });
    const group = makeSvg('g', { class: `node hue-${key}`, onclick: () => choose(key) },
      makeSvg('rect', { x: x - BOX.width / 2, y: y - BOX.height / 2, width: BOX.width,
        height: BOX.height, rx: 8 }),
      makeSvg('text', { x: x - BOX.width / 2 + 10, y: y - 4, class: 'title' }, title),
      count, squares);
    this.nodes.set(key, { group, squares, count, x, y, shown: NONE });
    return group;
  }

  // `queues` by name; `key`: the node that is on; `station`: where on the ring.
  show(queues, key, station) {
    for (const [name, node] of this.nodes) {
      node.group.classList.toggle('on', name === key);
      this.fill(node, queues[name].filter((entry) => !entry.beneath).length);
    }
    this.dot.classList.toggle('inside', key === 'ticks' || key === 'micro');
    if (station !== NONE) this.moveTo(ANGLES[station]);
    this.dot.classList.toggle('off', station === NONE);
  }

  fill(node, count) {
    if (node.shown === count) return;
    node.shown = count;
    node.count.textContent = count > 0 ? String(count) : '';
    const squares = [];
    for (let i = 0; i < Math.min(count, MOST_SQUARES); i++) {
      squares.push(makeSvg('rect', { x: node.x - BOX.width / 2 + 10 + i * 9, y: node.y + 5,
        width: 7, height: 7, rx: 1.5 }));
    }
    node.squares.replaceChildren(...squares);
  }

  // Live: how often each phase's callbacks run, instead of what waits.
  showRates(rates, most) {
    for (const [name, node] of this.nodes) {
      const rate = rates[name] ?? 0;
      node.count.textContent = rate > 0 ? `${compact(rate)}/s` : '';
      const width = rate > 0 ? Math.max(2, ((BOX.width - 20) * rate) / most) : 0;
      node.squares.replaceChildren(makeSvg('rect', { x: node.x - BOX.width / 2 + 10,
        y: node.y + 6, width, height: 6, rx: 2 }));
      node.group.classList.toggle('on', rate > 0);
      node.shown = NONE;
    }
    this.dot.classList.add('off');
  }

  alarm(on) {
    for (const { key } of CENTRAL) this.nodes.get(key).group.classList.toggle('alarm', on);
  }

  // Forward along the ring, as the loop goes; back the short way.
  moveTo(angle) {
    let distance = (angle - this.angle) % (Math.PI * 2);
    if (distance < -Math.PI / 2) distance += Math.PI * 2;
    if (distance > Math.PI * 1.5) distance -= Math.PI * 2;
    const from = this.angle;
    this.angle += distance;
    cancelAnimationFrame(this.frame);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || Math.abs(distance) < 0.01) {
      this.place(this.angle);
      return;
    }
    const begin = performance.now();
    const glide = (now) => {
      const part = Math.max(0, Math.min(1, (now - begin) / 220));
      this.place(from + distance * (1 - (1 - part) ** 3));
      if (part < 1) this.frame = requestAnimationFrame(glide);
    };
    this.frame = requestAnimationFrame(glide);
  }

  // On the outer edge, so that no text is covered.
  place(angle) {
    const { x, y } = on(angle);
    const aside = Math.min(1, Math.abs(Math.cos(angle)) / Math.cos(Math.PI / 6));
    const along = Math.max(0, Math.abs(Math.sin(angle)) * 2 - 1);
    this.dot.setAttribute('cx', x + Math.sign(Math.cos(angle)) * aside * (BOX.width / 2));
    this.dot.setAttribute('cy', y + Math.sign(Math.sin(angle)) * along * (BOX.height / 2));
  }
}

function compact(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)}M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)}k`;
  return String(Math.round(number));
}

// The queues as lists beside the ring.
export class QueueCards {
  constructor(element, go) {
    this.go = go;
    this.cards = new Map();
    for (const { key, title } of [...STATIONS, ...CENTRAL]) {
      const list = make('ul', { 'data-queue': key });
      const count = make('span', { class: 'count' });
      const card = make('section', { class: `card hue-${key}`, 'aria-label': `${title} queue` },
        make('h4', {}, title, count), list);
      this.cards.set(key, { card, list, count });
      element.append(card);
    }
  }

  // `entries` as Queues.at gives them; `write(entry)` is what is said about one.
  show(queues, key, write) {
    for (const [name, { card, list, count }] of this.cards) {
      const entries = [...queues[name]].sort((a, b) => a.beneath - b.beneath);
      const above = entries.filter((entry) => !entry.beneath).length;
      card.classList.toggle('on', name === key);
      card.classList.toggle('empty', entries.length === 0);
      count.textContent = above > 0 ? String(above) : '';
      const shown = entries.slice(0, 20).map((entry) => this.row(entry, write(entry)));
      const more = entries.length - shown.length;
      if (more > 0) shown.push(make('li', { class: 'hint' }, `and ${more} more`));
      list.replaceChildren(...shown);
    }
  }

  row(entry, note) {
    const name = make('button', { type: 'button', class: 'link', title: entry.site,
      onclick: () => this.go(entry.call === NONE ? entry.item : entry.call) },
    make('b', { class: 'mono' }, entry.name));
    return make('li', { class: entry.beneath ? 'beneath' : '' }, name, make('span', {}, note));
  }

  reveal(key) {
    const { card } = this.cards.get(key);
    card.scrollIntoView({ block: 'nearest' });
    card.classList.remove('flash');
    requestAnimationFrame(() => card.classList.add('flash'));
  }
}
