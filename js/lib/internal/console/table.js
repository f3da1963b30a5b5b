// SPDX-License-Identifier: MIT
// console.table: the contents of the columns, and the box around them.
'use strict';
const { inspect, width } = require('internal/inspect');
const { types, previewIterator } = require('internal/util/types');

const INDEX = '(index)';
const ITERATION = '(iteration index)';
const VALUES = 'Values';

function row(cells, widths) {
  const padded = cells.map((cell, i) => cell + ' '.repeat(widths[i] - width(cell)));
  return `\u2502 ${padded.join(' \u2502 ')} \u2502\n`;
}

function box(head, columns) {
  const count = Math.max(0, ...columns.map((column) => column.length));
  const rows = [];
  for (let i = 0; i < count; i++) {
    rows.push(columns.map((column) => (Object.hasOwn(column, i) ? column[i] : '')));
  }
  const widths = head.map((name, i) => (
    Math.max(width(name), ...rows.map((cells) => width(cells[i])))));
  const line = (left, middle, right) => (
    left + widths.map((one) => '\u2500'.repeat(one + 2)).join(middle) + right);
  return `${line('\u250c', '\u252c', '\u2510')}\n${row(head, widths)}${
    line('\u251c', '\u253c', '\u2524')}\n${rows.map((cells) => row(cells, widths)).join('')}${
    line('\u2514', '\u2534', '\u2518')}`;
}

function numbers(count) {
  return Array.from({ length: count }, (_, i) => `${i}`);
}

// Rows of an object or an array: each key of each row is a column.
function properties(data, wanted, show) {
  const columns = new Map();
  const values = [];
  let hasValues = false;
  const rows = Object.keys(data);
  rows.forEach((key, i) => {
    const item = data[key];
    const isPrimitive = item === null ||
      (typeof item !== 'function' && typeof item !== 'object');
    if (isPrimitive && wanted === undefined) {
      hasValues = true;
      values[i] = show(item);
      return;
    }
    for (const name of wanted ?? Object.keys(item)) {
      if (!columns.has(name)) columns.set(name, []);
      columns.get(name)[i] = isPrimitive || !Object.hasOwn(item, name) ? '' : show(item[name]);
    }
  });
  // In the order of an object's keys: numbers first.
  const names = Object.keys(Object.fromEntries(columns));
  const head = [INDEX, ...names];
  const lists = [rows, ...names.map((name) => columns.get(name))];
  if (hasValues) {
    head.push(VALUES);
    lists.push(values);
  }
  return box(head, lists);
}

function render(data, wanted, options) {
  const show = (value) => {
    const isWide = value !== null && typeof value === 'object' && !Array.isArray(value) &&
      Object.keys(value).length > 2;
    return inspect(value, {
      maxArrayLength: 3, breakLength: Infinity, ...options, depth: isWide ? -1 : 0,
    });
  };
  const isIterator = types.isMapIterator(data) || types.isSetIterator(data);
  const preview = isIterator ? previewIterator(data) : undefined;
  let list;
  let pairs = false;
  if (preview !== undefined) {
    ({ values: list, pairs } = preview);
    pairs &&= types.isMapIterator(data);
  } else if (types.isMap(data)) {
    list = [...data];
    pairs = true;
  } else if (types.isSet(data)) {
    list = [...data];
  } else {
    return properties(data, wanted, show);
  }
  if (!pairs) return box([ITERATION, VALUES], [numbers(list.length), list.map(show)]);
  return box([ITERATION, 'Key', VALUES], [
    numbers(list.length), list.map(([key]) => show(key)), list.map(([, value]) => show(value)),
  ]);
}

exports.render = render;
