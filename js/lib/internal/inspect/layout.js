// SPDX-License-Identifier: MIT
// Where util.inspect breaks lines: parts on one line if they fit, long lists in columns, one part
// a line otherwise.
'use strict';
const { stripColors, width } = require('internal/inspect/text');

const GROUPED_FROM = 7; // entries
const SEPARATOR = 2; // ", "
const MOST_COLUMNS = 15;

function fits(context, parts, start, base) {
  let total = parts.length + start;
  if (total + parts.length > context.breakLength) return false;
  for (let i = 0; i < parts.length; i++) {
    total += context.colors ? stripColors(parts[i]).length : parts[i].length;
    if (total > context.breakLength) return false;
  }
  return base === '' || !base.includes('\n');
}

// The widths of the columns, or null if columns are of no use.
function columnsFor(context, widths, entries) {
  let total = 0;
  let widest = 0;
  for (const one of widths) {
    total += one + SEPARATOR;
    if (one > widest) widest = one;
  }
  const cell = widest + SEPARATOR;
  if (cell * 3 + context.indentation >= context.breakLength ||
      (total / cell <= 5 && widest > 6)) {
    return null;
  }
  // About a square on a screen, whose characters are 2.5 times as high as wide; a few long entries
  // among short ones do not count fully.
  const biased = Math.max(cell - 3 - Math.sqrt(cell - total / entries), 1);
  const count = Math.min(
    Math.round(Math.sqrt(2.5 * biased * widths.length) / biased),
    Math.floor((context.breakLength - context.indentation) / cell),
    context.compact * 4,
    MOST_COLUMNS);
  if (count <= 1) return null;
  const columns = [];
  for (let i = 0; i < count; i++) {
    let most = 0;
    for (let j = i; j < widths.length; j += count) most = Math.max(most, widths[j]);
    columns.push(most + SEPARATOR);
  }
  return columns;
}

function allNumbers(list, count) {
  for (let i = 0; i < count; i++) {
    if (typeof list[i] !== 'number' && typeof list[i] !== 'bigint') return false;
  }
  return true;
}

// Entries of a list in rows; numbers stand to the right of their column.
function group(context, parts, list) {
  const hasRest = context.maxArrayLength < parts.length; // the last part says what is left out
  const count = hasRest ? parts.length - 1 : parts.length;
  const widths = [];
  for (let i = 0; i < count; i++) widths.push(width(parts[i], context.colors));
  const columns = columnsFor(context, widths, parts.length);
  if (columns === null) return parts;
  const toRight = list === undefined || allNumbers(list, parts.length);
  const rows = [];
  for (let start = 0; start < count; start += columns.length) {
    const last = Math.min(start + columns.length, count) - 1;
    let row = '';
    for (let i = start; i < last; i++) {
      const room = columns[i - start] + parts[i].length - widths[i];
      row += toRight ? `${parts[i]}, `.padStart(room) : `${parts[i]}, `.padEnd(room);
    }
    const room = columns[last - start] + parts[last].length - widths[last] - SEPARATOR;
    rows.push(row + (toRight ? parts[last].padStart(room) : parts[last]));
  }
  if (hasRest) rows.push(parts[count]);
  return rows;
}

// Long texts are concatenated many times, once for each level: the engine joins those by reference,
// which Array.prototype.join does not.
function concatenate(parts, separator) {
  let text = parts[0] ?? '';
  for (let i = 1; i < parts.length; i++) text += separator + parts[i];
  return text;
}

// Puts parts between braces. `list` is the array shown, if it is one whose entries come first.
function join(context, parts, base, [open, close], isList, depth, list) {
  const indent = `\n${' '.repeat(context.indentation)}`;
  const before = base === '' ? '' : `${base} `;
  if (context.compact === true) {
    if (fits(context, parts, 0, base)) {
      return `${open}${base === '' ? '' : ` ${base}`} ${concatenate(parts, ', ')} ${close}`;
    }
    const lead = base === '' && open.length === 1 ? ' ' :
      `${base === '' ? '' : ` ${base}`}${indent}  `;
    return `${open}${lead}${concatenate(parts, `,${indent}  `)} ${close}`;
  }
  if (typeof context.compact === 'number' && context.compact >= 1) {
    const count = parts.length;
    if (isList && count >= GROUPED_FROM) parts = group(context, parts, list);
    // An object with few nested levels goes on one line, if it was not laid out in columns.
    if (context.deepest - depth < context.compact && count === parts.length) {
      const start = parts.length + context.indentation + open.length + base.length + 10;
      if (fits(context, parts, start, base)) {
        const line = concatenate(parts, ', ');
        if (!line.includes('\n')) return `${before}${open} ${line} ${close}`;
      }
    }
  }
  return `${before}${open}${indent}  ${concatenate(parts, `,${indent}  `)}${indent}${close}`;
}

exports.join = join;
