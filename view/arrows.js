// SPDX-License-Identifier: MIT
// Causes: the chain from a callback back to what scheduled it, and on to what it scheduled itself.
// The timeline draws them as arrows, the details list them.
import { NONE } from './model.js';
import { TOP } from './geometry.js';

const LONGEST_CHAIN = 16;
const MOST_EFFECTS = 60;

// [{ from, to }]: `to` happened because of `from`, the last link first. `from` is the moment of
// scheduling, which lies inside the call of the next link.
export function chainOf(model, item) {
  const chain = [];
  let at = item;
  while (at !== NONE && chain.length < LONGEST_CHAIN) {
    const from = model.causeOf(at);
    if (from !== NONE && from !== at) chain.push({ from, to: at });
    at = from === NONE || from === at ? nextOut(model, at) : model.callAround(from);
    if (chain.some((link) => link.to === at)) break;
  }
  return chain;
}

// A JavaScript callback may have no cause, while the loop's call around it has one.
function nextOut(model, item) {
  const outer = model.callAround(item);
  return outer !== NONE && model.causeOf(outer) !== NONE ? outer : NONE;
}

// [{ from, to }] of what a call scheduled: `from` inside it, `to` the result (NONE: nothing yet). A
// moment of scheduling has its effects, and so has any item that is a cause itself.
export function effectsOf(model, item, limit = MOST_EFFECTS) {
  const links = [];
  const add = (from) => {
    const effects = model.effectsOf(from);
    for (const to of effects.subarray(0, limit - links.length)) links.push({ from, to });
    if (effects.length === 0 && model.event[from] === model.events.schedule) {
      links.push({ from, to: NONE });
    }
  };
  if (model.event[item] !== model.events.call) {
    add(item);
    return links;
  }
  if (model.effectsOf(item).length > 0) add(item);
  for (const inner of model.inside(item, 20_000)) {
    if (links.length >= limit) break;
    if (model.event[inner] === model.events.schedule) add(inner);
  }
  return links;
}

function clampX(geometry, x) {
  return Math.max(-4000, Math.min(geometry.width + 4000, x));
}

function anchor(geometry, item) {
  const box = geometry.box(item);
  if (!box) return null;
  return { x: clampX(geometry, box.x), y: box.y + box.height / 2 };
}

function drawArrow(context, geometry, link) {
  const from = anchor(geometry, link.from);
  const to = anchor(geometry, link.to);
  if (!from || !to) return;
  const bend = Math.max(18, Math.min(Math.abs(to.x - from.x) / 2, 140));
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x - 5, to.y);
  context.stroke();
  context.beginPath();
  context.moveTo(to.x - 1, to.y);
  context.lineTo(to.x - 8, to.y - 4);
  context.lineTo(to.x - 8, to.y + 4);
  context.fill();
  context.beginPath();
  context.arc(from.x, from.y, 2.5, 0, 7);
  context.fill();
}

export function drawArrows(context, geometry, { chain, effects, theme }) {
  context.save();
  context.beginPath();
  context.rect(geometry.gutter, TOP, geometry.plotWidth, geometry.height);
  context.clip();
  context.lineWidth = 1.25;
  context.strokeStyle = context.fillStyle = theme.soft;
  context.globalAlpha = effects.length > 12 ? 0.2 : 0.7;
  context.setLineDash([4, 3]);
  for (const link of effects) if (link.to !== NONE) drawArrow(context, geometry, link);
  context.setLineDash([]);
  context.lineWidth = 1.75;
  context.strokeStyle = context.fillStyle = theme.accent;
  chain.forEach((link, i) => {
    context.globalAlpha = Math.max(0.35, 1 - i * 0.15);
    drawArrow(context, geometry, link);
  });
  context.restore();
}
