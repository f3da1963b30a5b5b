// SPDX-License-Identifier: MIT
// The parts that util.inspect shows of lists and collections, before their other properties.
// `show(value)` is how the caller shows a value inside.
'use strict';
const text = require('internal/inspect/text');
const {
  typedArrayTag, previewIterator, promiseDetails, PENDING, REJECTED, UNKNOWN,
} = require('internal/util/types');
const layout = require('internal/inspect/layout');

function more(count, what = 'item') {
  return `... ${count} more ${what}${count > 1 ? 's' : ''}`;
}

function limit(context, length) {
  return Math.min(Math.max(0, context.maxArrayLength), length);
}

// The values inside stand two columns further to the right.
function inset(context, make) {
  context.indentation += 2;
  const parts = make();
  context.indentation -= 2;
  return parts;
}

function empty(context, count) {
  return context.stylize(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined');
}

function array(context, value, showElement) {
  const most = limit(context, value.length);
  const parts = [];
  for (let i = 0; i < most; i++) {
    if (!Object.hasOwn(value, i)) return sparse(context, value, showElement, most, parts, i);
    parts.push(showElement(i));
  }
  if (value.length > most) parts.push(more(value.length - most));
  return parts;
}

// From the first hole on: runs of holes count as one part each.
function sparse(context, value, showElement, most, parts, start) {
  const keys = Object.keys(value);
  let index = start;
  for (let i = start; i < keys.length && parts.length < most; i++) {
    const key = keys[i];
    if (`${index}` !== key) {
      if (!/^(0|[1-9][0-9]*)$/.test(key) || key >= 2 ** 32 - 1) break;
      parts.push(empty(context, key - index));
      index = +key;
      if (parts.length === most) break;
    }
    parts.push(showElement(key));
    index++;
  }
  const rest = value.length - index;
  if (rest > 0) parts.push(parts.length === most ? more(rest) : empty(context, rest));
  return parts;
}

function typedArray(context, value, show) {
  const plain = Object.getPrototypeOf(Uint8Array.prototype);
  const length = Reflect.get(plain, 'length', value);
  const most = limit(context, length);
  const big = typedArrayTag.call(value).startsWith('Big');
  const parts = [];
  for (let i = 0; i < most; i++) {
    parts.push(big ? context.stylize(text.bigint(value[i], context.numericSeparator), 'bigint') :
      context.stylize(text.number(value[i], context.numericSeparator), 'number'));
  }
  if (length > most) parts.push(more(length - most));
  if (context.showHidden) {
    inset(context, () => {
      for (const key of ['BYTES_PER_ELEMENT', 'length', 'byteLength', 'byteOffset', 'buffer']) {
        parts.push(`[${key}]: ${show(value[key], true)}`);
      }
    });
  }
  return parts;
}

function arrayBuffer(context, value) {
  let bytes;
  try {
    bytes = new Uint8Array(value);
  } catch {
    return [context.stylize('(detached)', 'special')];
  }
  const most = Math.max(0, context.maxArrayLength);
  let hex = Array.from(bytes.subarray(0, Math.min(most, bytes.length)),
    (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  if (bytes.length > most) hex += ` ${more(bytes.length - most, 'byte')}`;
  return [`${context.stylize('[Uint8Contents]', 'special')}: <${hex}>`];
}

function list(context, values, show) {
  const most = limit(context, values.length);
  return inset(context, () => {
    const parts = [];
    for (let i = 0; i < most; i++) parts.push(show(values[i]));
    if (values.length > most) parts.push(more(values.length - most));
    return parts;
  });
}

const setValues = Set.prototype.values;
const mapEntries = Map.prototype.entries;

function* first(iterator, count) {
  if (count <= 0) return;
  for (const value of iterator) {
    yield value;
    if (--count <= 0) return;
  }
}

function collection(context, size, iterator, showEntry) {
  const most = limit(context, size);
  return inset(context, () => {
    const parts = [];
    for (const entry of first(iterator, most)) parts.push(showEntry(entry));
    if (size > most) parts.push(more(size - most));
    return parts;
  });
}

function set(context, value, size, show) {
  return collection(context, size, setValues.call(value), show);
}

function map(context, value, size, show) {
  return collection(context, size, mapEntries.call(value),
    (entry) => `${show(entry[0])} => ${show(entry[1])}`);
}

function iterator(context, value, show, depth, braces) {
  const preview = previewIterator(value);
  if (preview === undefined) return [context.stylize('<items unknown>', 'special')];
  const { values, pairs } = preview;
  if (!pairs) return list(context, values, show);
  braces[0] = braces[0].replace(/ Iterator] {$/, ' Entries] {');
  return list(context, values, (pair) => layout.join(
    context, [show(pair[0]), show(pair[1])], '', ['[', ']'], true, depth));
}

function promise(context, value, show) {
  const { state, result } = promiseDetails(value);
  if (state === PENDING) return [context.stylize('<pending>', 'special')];
  if (state === UNKNOWN) return [context.stylize('<state unknown>', 'special')];
  return inset(context, () => {
    const shown = show(result);
    return [state === REJECTED ? `${context.stylize('<rejected>', 'special')} ${shown}` : shown];
  });
}

// The engine has no way to list what is in one.
function weakCollection(context) {
  return [context.stylize('<items unknown>', 'special')];
}

module.exports = {
  array, typedArray, arrayBuffer, set, map, iterator, promise, weakCollection,
};
