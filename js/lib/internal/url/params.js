// SPDX-License-Identifier: MIT
// URLSearchParams: a list of names and values, [name, value, name, value...], which may belong to a
// URL that is notified of changes.
'use strict';
const { codes } = require('internal/errors');
const { unescapeBuffer } = require('querystring');
const percent = require('internal/url/percent');

const customInspect = Symbol.for('nodejs.util.inspect.custom');
const plain = /^[\w*\-.]*$/;
let parseList; // of a text, into params
let linkTo;

function encodePart(text) {
  if (plain.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(/%20/g, '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

// `plus` and `escaped`: there are such in it.
function decodePart(text, plus, escaped) {
  if (plus) text = text.replaceAll('+', ' ');
  text = text.toWellFormed();
  if (!escaped) return text;
  try {
    return decodeURIComponent(text);
  } catch { // what is no escape stays, what is no UTF-8 becomes U+FFFD
    return unescapeBuffer(Buffer.from(text).latin1Slice(), false).toString();
  }
}

function fromText(text) {
  const list = [];
  const { length } = text;
  let start = 0; // of a name or a value
  let name; // undefined until its '='
  let plus = false;
  let escaped = false;
  for (let i = 0; i <= length; i++) {
    const code = i === length ? 38 : text.charCodeAt(i);
    if (code === 43) {
      plus = true;
    } else if (code === 37) {
      escaped = true;
    } else if (code === 38 || (code === 61 && name === undefined)) {
      const part = decodePart(text.slice(start, i), plus, escaped);
      if (code === 61) {
        name = part;
      } else {
        if (name !== undefined) list.push(name, part);
        else if (i > start) list.push(part, '');
        name = undefined;
      }
      start = i + 1;
      plus = escaped = false;
    }
  }
  return list;
}

function toText(value) {
  return percent.toText(value).toWellFormed();
}

function fromPairs(init, method) {
  if (typeof method !== 'function') throw new codes.ERR_ARG_NOT_ITERABLE('Query pairs');
  const list = [];
  for (const pair of init) {
    if (pair == null || (typeof pair !== 'object' && typeof pair !== 'function') ||
        typeof pair[Symbol.iterator] !== 'function') {
      throw new codes.ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    }
    const items = [...pair];
    if (items.length !== 2) throw new codes.ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    list.push(toText(items[0]), toText(items[1]));
  }
  return list;
}

// A name that stands twice once it is well-formed counts once, with the last value.
function fromRecord(init) {
  const places = new Map();
  const list = [];
  for (const key of Reflect.ownKeys(init)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(init, key);
    if (descriptor === undefined || !descriptor.enumerable) continue;
    const name = toText(key);
    const value = toText(init[key]);
    if (places.has(name)) {
      list[places.get(name)] = value;
    } else {
      places.set(name, list.push(name, value) - 1);
    }
  }
  return list;
}

class URLSearchParams {
  #list;
  #url = null;

  static {
    parseList = (params, text) => { params.#list = text ? fromText(text) : []; };
    linkTo = (params, url) => { params.#url = url; };
  }

  constructor(init = undefined) {
    if (init === undefined || init === null) {
      this.#list = [];
    } else if (typeof init === 'object' || typeof init === 'function') {
      const method = init[Symbol.iterator];
      if (method === this[Symbol.iterator] && #list in init) this.#list = init.#list.slice();
      else if (method !== null && method !== undefined) this.#list = fromPairs(init, method);
      else this.#list = fromRecord(init);
    } else {
      const text = toText(init);
      this.#list = fromText(text.startsWith('?') ? text.slice(1) : text);
    }
  }

  #check(count, given, ...names) {
    if (given < count) throw new codes.ERR_MISSING_ARGS(...names);
  }

  #changed() {
    if (this.#url !== null) this.#url(this.#text());
  }

  #text() {
    const list = this.#list;
    let text = '';
    for (let i = 0; i < list.length; i += 2) {
      text += `${i === 0 ? '' : '&'}${encodePart(list[i])}=${encodePart(list[i + 1])}`;
    }
    return text;
  }

  get size() {
    checkThis(#list in this);
    return this.#list.length / 2;
  }

  append(name, value) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    this.#check(2, arguments.length, 'name', 'value');
    this.#list.push(toText(name), toText(value));
    this.#changed();
  }

  delete(name, value = undefined) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    this.#check(1, arguments.length, 'name');
    name = toText(name);
    if (value !== undefined) value = toText(value);
    const kept = [];
    for (let i = 0; i < this.#list.length; i += 2) {
      if (this.#list[i] !== name || (value !== undefined && this.#list[i + 1] !== value)) {
        kept.push(this.#list[i], this.#list[i + 1]);
      }
    }
    this.#list = kept;
    this.#changed();
  }

  get(name) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    this.#check(1, arguments.length, 'name');
    name = toText(name);
    for (let i = 0; i < this.#list.length; i += 2) {
      if (this.#list[i] === name) return this.#list[i + 1];
    }
    return null;
  }

  getAll(name) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    this.#check(1, arguments.length, 'name');
    name = toText(name);
    return this.#list.filter((value, i) => i % 2 === 1 && this.#list[i - 1] === name);
  }

  has(name, value = undefined) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    this.#check(1, arguments.length, 'name');
    name = toText(name);
    if (value !== undefined) value = toText(value);
    for (let i = 0; i < this.#list.length; i += 2) {
      if (this.#list[i] === name && (value === undefined || this.#list[i + 1] === value)) {
        return true;
      }
    }
    return false;
  }

  set(name, value) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    this.#check(2, arguments.length, 'name', 'value');
    name = toText(name);
    value = toText(value);
    const kept = [];
    let found = false;
    for (let i = 0; i < this.#list.length; i += 2) {
      if (this.#list[i] !== name) {
        kept.push(this.#list[i], this.#list[i + 1]);
      } else if (!found) {
        found = true;
        kept.push(name, value);
      }
    }
    if (!found) kept.push(name, value);
    this.#list = kept;
    this.#changed();
  }

  // By the UTF-16 units of the names; those of one name keep their order.
  sort() {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    const pairs = [];
    for (let i = 0; i < this.#list.length; i += 2) pairs.push([this.#list[i], this.#list[i + 1]]);
    pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.#list = pairs.flat();
    this.#changed();
  }

  forEach(callback, thisArg = undefined) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    require('internal/validators').validateFunction(callback, 'callback');
    for (let i = 0; i < this.#list.length; i += 2) {
      callback.call(thisArg, this.#list[i + 1], this.#list[i], this);
    }
  }

  entries() {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    return makeIterator(this, () => this.#list, 'entries');
  }

  keys() {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    return makeIterator(this, () => this.#list, 'keys');
  }

  values() {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    return makeIterator(this, () => this.#list, 'values');
  }

  toString() {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    return this.#text();
  }

  [customInspect](depth, context, inspect = require('internal/inspect').inspect) {
    checkThis(typeof this === 'object' && this !== null && #list in this);
    if (typeof depth === 'number' && depth < 0) return context.stylize('[Object]', 'special');
    const separator = ', ';
    const inner = { ...context };
    if (depth !== null && depth !== undefined) inner.depth = depth - 1;
    const output = [];
    for (let i = 0; i < this.#list.length; i += 2) {
      output.push(`${inspect(this.#list[i], inner)} => ${inspect(this.#list[i + 1], inner)}`);
    }
    if (output.length === 0) return 'URLSearchParams {}';
    const length = output.reduce((sum, one) => sum + one.length + separator.length,
      -separator.length);
    if (length > (context?.breakLength ?? 80)) {
      return `URLSearchParams {\n  ${output.join(',\n  ')} }`;
    }
    return `URLSearchParams { ${output.join(separator)} }`;
  }
}

function checkThis(ok) {
  if (!ok) throw new codes.ERR_INVALID_THIS('URLSearchParams');
}

const iterators = new WeakMap();
const iteratorPrototype = Object.setPrototypeOf({
  next() {
    const state = iterators.get(this);
    if (state === undefined) throw new codes.ERR_INVALID_THIS('URLSearchParamsIterator');
    const list = state.list();
    const i = state.index;
    if (i >= list.length) return { value: undefined, done: true };
    state.index += 2;
    const value = state.kind === 'keys' ? list[i] :
      state.kind === 'values' ? list[i + 1] : [list[i], list[i + 1]];
    return { value, done: false };
  },
  [customInspect](depth, context, inspect = require('internal/inspect').inspect) {
    const state = iterators.get(this);
    const list = state.list();
    const left = [];
    for (let i = state.index; i < list.length; i += 2) {
      if (state.kind !== 'values') left.push(list[i]);
      if (state.kind !== 'keys') left.push(list[i + 1]);
    }
    const shown = [];
    const step = state.kind === 'entries' ? 2 : 1;
    for (let i = 0; i < left.length; i += step) {
      shown.push(inspect(step === 2 ? [left[i], left[i + 1]] : left[i], context));
    }
    const line = shown.join(', ');
    return line.length > (context?.breakLength ?? 80) ?
      `URLSearchParams Iterator {\n  ${shown.join(',\n  ')} }` :
      `URLSearchParams Iterator { ${line} }`;
  },
}, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
Object.defineProperty(iteratorPrototype, Symbol.toStringTag, {
  value: 'URLSearchParams Iterator', configurable: true,
});
Object.defineProperty(iteratorPrototype, customInspect, { enumerable: false });

function makeIterator(params, list, kind) {
  const iterator = Object.create(iteratorPrototype);
  iterators.set(iterator, { list, kind, index: 0 });
  return iterator;
}

for (const name of ['append', 'delete', 'get', 'getAll', 'has', 'set', 'size', 'sort', 'forEach',
  'entries', 'keys', 'values', 'toString']) {
  Object.defineProperty(URLSearchParams.prototype, name, { enumerable: true });
}
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.iterator]: {
    value: URLSearchParams.prototype.entries, configurable: true, writable: true,
  },
  [Symbol.toStringTag]: { value: 'URLSearchParams', configurable: true },
});

module.exports = { URLSearchParams, linkTo, parseList };
