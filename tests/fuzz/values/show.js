// SPDX-License-Identifier: MIT
// Describes a value in one line that is comparable between two engines; and numbers from a seed.
'use strict';

// For errors without a code the message is the engine's, unless the library made it.
function showError(error) {
  const { name, code, message } = error;
  const known = code !== undefined || /cloned|failed|must |bad mood/i.test(`${message}`);
  return `${name}${code === undefined ? '' : `[${String(code)}]`}${known ? `: ${
    text(message)}` : ''}`;
}

// Escaped, so that lone surrogates and control characters are visible.
function text(value) {
  return JSON.stringify(`${value}`).replace(/[^\x20-\x7e]/g, (unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function bytesOf(value) {
  return Buffer.from(Uint8Array.from(value)).toString('hex');
}

function showView(value) {
  const name = Buffer.isBuffer(value) ? 'Buffer' : value[Symbol.toStringTag];
  if (name === 'DataView') {
    let size;
    try {
      size = value.byteLength;
    } catch (error) {
      size = error.name;
    }
    return `DataView(${size})`;
  }
  return `${name}(${value.length}: ${bytesOf(new Uint8Array(
    value.length === 0 ? 0 : value.buffer, value.length === 0 ? 0 : value.byteOffset,
    value.byteLength))})`;
}

function showBuffer(value) {
  const shared = value instanceof SharedArrayBuffer;
  const most = (shared ? value.growable : value.resizable) ? ` of ${value.maxByteLength}` : '';
  return `${shared ? 'Shared' : ''}ArrayBuffer(${value.byteLength}${most}: ${
    bytesOf(new Uint8Array(value))})`;
}

function showSpecial(value, seen) {
  if (value instanceof Error) {
    const cause = Object.hasOwn(value, 'cause') ? ` cause ${show(value.cause, seen)}` : '';
    return showError(value) + cause;
  }
  if (ArrayBuffer.isView(value)) return showView(value);
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) {
    try {
      return showBuffer(value);
    } catch (error) {
      return `detached ${error.name}`;
    }
  }
  if (value instanceof Map) {
    return `Map{${[...value].map(([k, v]) => `${show(k, seen)}=>${show(v, seen)}`)}}`;
  }
  if (value instanceof Set) return `Set{${[...value].map((v) => show(v, seen))}}`;
  if (value instanceof Date) return `Date(${+value})`;
  if (value instanceof RegExp) return `RegExp(${text(value.source)} ${value.flags})`;
  if (value instanceof Number || value instanceof String || value instanceof Boolean ||
      value instanceof BigInt) return `Object(${show(value.valueOf())})`;
  return undefined;
}

function show(value, seen = []) {
  switch (typeof value) {
    case 'string': return text(value);
    case 'number': return Object.is(value, -0) ? '-0' : `${value}`;
    case 'bigint': return `${value}n`;
    case 'symbol': return text(value.toString());
    case 'function': return `function ${value.name}`;
    case 'object': break;
    default: return `${value}`;
  }
  if (value === null) return 'null';
  if (seen.includes(value)) return `<${seen.indexOf(value)}>`;
  if (seen.length > 40) return '...';
  seen = [...seen, value];
  const special = showSpecial(value, seen);
  const skip = special === undefined ? [] : ['message', 'stack', 'cause', 'code', 'name'];
  const members = Object.keys(value).filter((key) =>
    (special === undefined || !/^\d+$/.test(key)) && !skip.includes(key));
  const shown = members.map((key) => {
    const own = Object.getOwnPropertyDescriptor(value, key);
    return `${text(key)}:${'value' in own ? show(own.value, seen) : 'accessor'}`;
  }).join();
  if (special !== undefined) return members.length === 0 ? special : `${special}{${shown}}`;
  if (Array.isArray(value)) return `Array(${value.length})[${shown}]`;
  const prototype = Object.getPrototypeOf(value);
  const kind = prototype === Object.prototype ? '' : prototype === null ? 'null' :
    typeof prototype.constructor === 'function' ? prototype.constructor.name : 'odd';
  return `${kind}{${shown}}`;
}

// Numbers from 0 to 1, seeded by a text.
function makeRandom(start) {
  let state = 2166136261;
  for (const character of start) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    chance: (part) => next() < part,
    pick: (list) => list[below(list.length)],
    some: (most, one) => Array.from({ length: below(most + 1) }, one),
  };
}

module.exports = { makeRandom, show };
