// SPDX-License-Identifier: MIT
// Schedules: the decisions of a run that were not 0, as text. Each is a line "kind label#n
// pick/of": the nth decision of that kind about that label. Decisions that are left out are 0.
'use strict';

const TIMES = 26; // picks from here on are numbers of events (src/explore/choose.c)
const EVENTS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];
const TIMES_MS = [0, 0.001, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256,
  384, 512, 768, 1000, 1500, 2000];
const BYTES = [0, 1, 2, 7, 64, 1000];

function parse(line) {
  const [, kind, label, n, pick, of] = /^(\w+) (.*)#(\d+) (\d+)\/(\d+)$/.exec(line);
  return { kind, label, n: Number(n), pick: Number(pick), of };
}

const render = ({ kind, label, n, pick, of }) => `${kind} ${label}#${n} ${pick}/${of}`;

function text({ seed, date, program, why, decisions }) {
  const head = ['gyre schedule 1', `seed ${seed}`, `date ${date}`, `program ${program}`];
  if (why !== undefined) head.push(`fails ${why}`);
  return `${[...head, ...decisions].join('\n')}\n`;
}

// What text() wrote.
function read(text) {
  const lines = text.split('\n');
  const value = (name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  return { seed: Number(value('seed') ?? 0), date: Number(value('date') ?? 0),
    program: value('program'), why: value('fails'),
    decisions: lines.filter((line) => /#\d+ \d+\/\d+$/.test(line)) };
}

function howLong(pick) {
  if (pick < TIMES) return `by ${TIMES_MS[pick]} ms`;
  const count = EVENTS[pick - TIMES];
  return `until ${count === 1 ? 'something else has' : `${count} other things have`} happened`;
}

// The same decision with a pick STEPS away, of the same kind (a time, or a number of events).
function nearby(line, steps) {
  const one = parse(line);
  const [first, last] = one.pick < TIMES ? [1, Math.min(TIMES, one.of) - 1] : [TIMES, one.of - 1];
  return render({ ...one, pick: Math.min(last, Math.max(first, one.pick + steps)) });
}

const ordinal = (n) => {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th';
  return `${n}${ending}`;
};

// A decision for people.
function inWords(line) {
  const { kind, label, n, pick } = parse(line);
  const which = ordinal(n);
  switch (kind) {
    case 'start': return `the ${which} ${label} began late, ${howLong(pick)}`;
    case 'end': return `the answer of the ${which} ${label} came late, ${howLong(pick)}`;
    case 'ready': return `the ${which} event of a ${label} came late, ${howLong(pick)}`;
    case 'close': return `the ${which} close callback of a ${label} came late, ${howLong(pick)}`;
    case 'stall':
      return label === 'program' ? `the program itself took ${TIMES_MS[pick]} ms` :
        `the loop was ${TIMES_MS[pick]} ms late for its ${which} wait for timers`;
    default: return `the ${which} read of a ${label} got ${BYTES[pick]} bytes at most`;
  }
}

// Fewer decisions that still fail, by leaving out parts of halving size (ddmin); then shorter
// times. FAILS returns whether a list fails; it is called at most LIMIT times.
async function shrink(decisions, limit, fails) {
  let left = limit;
  const ask = async (list) => left-- > 0 && fails(list);
  let kept = decisions;
  if (kept.length > 0 && await ask([])) return [];
  for (let size = Math.ceil(kept.length / 2); size >= 1 && left > 0;) {
    let isSmaller = false;
    for (let at = 0; at < kept.length && left > 0;) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (without.length < kept.length && without.length > 0 && await ask(without)) {
        kept = without;
        isSmaller = true;
      } else {
        at += size;
      }
    }
    if (size === 1 && !isSmaller) break;
    if (size > 1) size = Math.ceil(size / 2);
  }
  return shorten(kept, ask);
}

// Each pick becomes as small as it can be.
async function shorten(kept, ask) {
  for (let i = 0; i < kept.length; i++) {
    for (;;) {
      const one = parse(kept[i]);
      const base = one.pick >= TIMES ? TIMES : 1;
      const pick = Math.floor((one.pick + base) / 2);
      if (pick >= one.pick) break;
      const shorter = kept.with(i, render({ ...one, pick }));
      if (!await ask(shorter)) break;
      kept = shorter;
    }
  }
  return kept;
}

exports.EVENTS = EVENTS;
exports.TIMES = TIMES;
exports.TIMES_MS = TIMES_MS;
exports.inWords = inWords;
exports.nearby = nearby;
exports.parse = parse;
exports.read = read;
exports.render = render;
exports.shrink = shrink;
exports.text = text;
