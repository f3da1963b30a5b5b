// SPDX-License-Identifier: MIT
// A page that compares two orders of a program: the plain one above the one that fails. The same
// events are in the same column as long as they came in the same order; moved events are joined by
// a line. One file, which does not use the network.
'use strict';
const { nameOf, placeOf } = require('internal/explore/words');

const SHOWN = 400; // events of a run
const BEFORE = 12; // events that are shown before the first difference

const escape = (text) => String(text).replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

// The longest common subsequence of two lists, as a set of keys.
function common(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i][j] = a[i].key === b[j].key ? lengths[i + 1][j + 1] + 1 :
        Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const keys = new Set();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i].key === b[j].key) {
      keys.add(a[i].key);
      i++;
      j++;
    } else if (lengths[i + 1][j] >= lengths[i][j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  return keys;
}

// From a little before the first difference on.
function cut(plain, failing) {
  let same = 0;
  while (same < plain.length && plain[same].key === failing[same]?.key) same++;
  const from = Math.max(0, same - BEFORE);
  return { from, above: plain.slice(from, from + SHOWN), below: failing.slice(from, from + SHOWN) };
}

// [{ above, below }] in columns: events that are common share one.
function columnsOf(above, below) {
  const keys = common(above, below);
  const columns = [];
  let j = 0;
  for (const event of above) {
    if (keys.has(event.key)) {
      while (below[j].key !== event.key) columns.push({ below: below[j++] });
      columns.push({ above: event, below: below[j++] });
    } else {
      columns.push({ above: event });
    }
  }
  while (j < below.length) columns.push({ below: below[j++] });
  return columns;
}

function box(event, row, marks) {
  if (event === undefined) return '<td></td>';
  const name = nameOf(event).replace(/^the /, '');
  const classes = [event.what, marks.get(event.key) ?? ''].join(' ').trim();
  const touched = event.touches.map(({ name: one }) => one).join('\n');
  return `<td><div class="${classes}" id="${row}${escape(event.key)}" ` +
    `title="${escape(`${nameOf(event)}\n${event.place}\n${touched}`)}">` +
    `${escape(name.replace(/ at [^ ]+$/, ''))}` +
    `<small>${escape(placeOf(event.place))}</small></div></td>`;
}

function deviation(comparison, decision, marks) {
  const { text, event, other } = comparison.tell(decision);
  if (event?.key !== undefined) marks.set(event.key, 'late');
  if (other !== undefined) marks.set(other.key, 'other');
  const links = [event, other].filter((one) => one?.key !== undefined).map((one) =>
    `<a href="#" data-key="${escape(one.key)}">${escape(nameOf(one))}</a>`).join(' · ');
  return `<li>${escape(text)}<br><code>${escape(decision)}</code> ${links}</li>`;
}

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
body { margin: 1.5rem } h1 { font-size: 1.2rem } h2 { font-size: 1rem }
#both { position: relative; overflow-x: auto; padding-bottom: 1rem }
table { border-spacing: 4px 0 } td { vertical-align: top; min-width: 7.5rem; height: 4rem }
tr.gap td { height: 5rem }
td div { border: 1px solid #8888; border-left-width: 4px; border-radius: 4px; padding: 2px 6px;
  font-size: 12px; background: Canvas; position: relative }
td small { display: block; opacity: .7 }
.start { border-left-color: #888 } .end { border-left-color: #27c }
.ready { border-left-color: #292 }
.fire { border-left-color: #a3b } .close { border-left-color: #a62 }
.late { background: #d224; border-color: #d22 } .other { background: #fa04; border-color: #c80 }
.seen { outline: 3px solid #27c }
svg { position: absolute; left: 0; top: 0; pointer-events: none }
path { fill: none; stroke: #8888; stroke-width: 1 } path.late { stroke: #d22; stroke-width: 2.5 }
path.other { stroke: #c80; stroke-width: 2.5 }
th { position: sticky; left: 0; background: Canvas; text-align: left; z-index: 1; min-width: 5rem }
pre { background: #8882; padding: .6rem; overflow-x: auto }`;

// Runs in the page: lines between the two places of an event, and clicks that lead to both.
function script() {
  const both = document.getElementById('both');
  const svg = both.querySelector('svg');
  const find = (row, key) => document.getElementById(row + key);
  function draw() {
    const origin = both.getBoundingClientRect();
    svg.setAttribute('width', both.scrollWidth);
    svg.setAttribute('height', both.scrollHeight);
    svg.replaceChildren();
    for (const above of both.querySelectorAll('[id^="a"]')) {
      const below = find('b', above.id.slice(1));
      if (below === null) continue;
      const from = above.getBoundingClientRect();
      const to = below.getBoundingClientRect();
      const x = from.left - origin.left + both.scrollLeft + 20;
      const y = from.bottom - origin.top;
      const x2 = to.left - origin.left + both.scrollLeft + 20;
      const y2 = to.top - origin.top;
      const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      line.setAttribute('d', `M${x} ${y} C${x} ${(y + y2) / 2} ${x2} ${(y + y2) / 2} ${x2} ${y2}`);
      line.setAttribute('class', below.className.includes('late') ? 'late' :
        below.className.includes('other') ? 'other' : '');
      svg.append(line);
    }
  }
  function lead(event) {
    event.preventDefault();
    const { key } = event.target.dataset;
    document.querySelectorAll('.seen').forEach((one) => one.classList.remove('seen'));
    const places = [find('a', key), find('b', key)].filter((one) => one !== null);
    places.forEach((one) => one.classList.add('seen'));
    places.at(-1)?.scrollIntoView({ behavior: 'smooth', block: 'center', inline: 'center' });
  }
  document.querySelectorAll('a[data-key]').forEach((one) => one.addEventListener('click', lead));
  addEventListener('resize', draw);
  draw();
  const late = both.querySelector('table .late');
  late?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function make(comparison, schedule, shown) {
  const marks = new Map();
  const list = schedule.decisions.map((one) => deviation(comparison, one, marks)).join('\n');
  const { from, above, below } = cut(comparison.plain, comparison.failing);
  const columns = columnsOf(above, below);
  const row = (name, id, pick) => `<tr><th>${name}</th>${columns.map((one) =>
    box(pick(one), id, marks)).join('')}</tr>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Two orders of ${escape(schedule.program)}</title>
<style>${STYLE}</style></head><body>
<h1>Two orders of ${escape(schedule.program)}: the second ends with ${escape(schedule.why)}</h1>
<ol>${list}</ol>
<div id="both"><svg></svg><table>
${row('plain', 'a', (one) => one.above)}
<tr class="gap"><td colspan="${columns.length + 1}"></td></tr>
${row('failing', 'b', (one) => one.below)}
</table></div>
<p>${from > 0 ? `${from} events before these are the same in both. ` : ''}Red came late, orange came
before it instead. Grey: the work of a request; blue: an answer; green: sockets and pipes; violet:
timers; brown: a close.</p>
<h2>What the second prints</h2><pre>${escape(shown.output)}</pre>
<script>(${script})();</script></body></html>
`;
}

exports.make = make;
