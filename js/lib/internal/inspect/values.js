// SPDX-License-Identifier: MIT
// Shows any value for util.inspect (internal/inspect.js), with everything in it.
'use strict';
const text = require('internal/inspect/text');
const layout = require('internal/inspect/layout');
const names = require('internal/inspect/names');
const entries = require('internal/inspect/entries');
const {
  types, kind, kinds, argumentKinds, typedArrayTag, proxyDetails,
} = require('internal/util/types');

const MANY = 200; // elements, whose keys are not asked for one by one

const { keys: keysOf } = Object; // programs may put another in its place
const custom = Symbol.for('nodejs.util.inspect.custom');
const SHORT_LINE = 16; // strings up to this are never broken
const BUDGET = 2 ** 27; // characters on one level; from there on nothing deeper is shown
const plainKey = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

// What a property is part of.
const OBJECT = 0;
const ELEMENT = 1;
const LIST_EXTRA = 2;

function primitive(context, value, stylize = context.stylize) {
  switch (typeof value) {
    case 'string': return string(context, value, stylize);
    case 'number': return stylize(text.number(value, context.numericSeparator), 'number');
    case 'bigint': return stylize(text.bigint(value, context.numericSeparator), 'bigint');
    case 'boolean': return stylize(`${value}`, 'boolean');
    case 'undefined': return stylize('undefined', 'undefined');
    default: return stylize(Symbol.prototype.toString.call(value), 'symbol');
  }
}

function string(context, value, stylize) {
  let trailer = '';
  if (value.length > context.maxStringLength) {
    const rest = value.length - context.maxStringLength;
    value = value.slice(0, context.maxStringLength);
    trailer = `... ${rest} more character${rest > 1 ? 's' : ''}`;
  }
  if (context.compact !== true && value.length > SHORT_LINE &&
      value.length > context.breakLength - context.indentation - 4) {
    const lines = value.split(/(?<=\n)/).map((line) => stylize(text.quote(line), 'string'));
    return lines.join(` +\n${' '.repeat(context.indentation + 2)}`) + trailer;
  }
  return stylize(text.quote(value), 'string') + trailer;
}

// `asBuffer`: the value is the buffer of a typed array that is being shown.
function show(context, value, depth, asBuffer = false) {
  if (typeof value !== 'object' && typeof value !== 'function') return primitive(context, value);
  if (value === null) return context.stylize('null', 'null');
  const original = value;
  let isProxy = false;
  for (let proxy = proxyDetails(value); proxy !== undefined; proxy = proxyDetails(value)) {
    isProxy = true;
    if (proxy.handler === null) return context.stylize('<Revoked Proxy>', 'special');
    if (context.showProxy) return showProxy(context, proxy, depth);
    value = proxy.target;
  }
  if (context.customInspect) {
    const maker = value[custom];
    if (typeof maker === 'function' && maker !== require('internal/inspect').inspect &&
        // the prototype of a class is shown as what it is
        !(Object.getOwnPropertyDescriptor(value, 'constructor')?.value?.prototype === value)) {
      const foreign = isProxy || !(original instanceof Object);
      const left = context.depth === null ? null : context.depth - depth;
      const made = maker.call(original, left, context.userOptionsFor(foreign),
        require('internal/inspect').inspect);
      if (made !== original) {
        const shown = typeof made === 'object' ? show(context, made, depth) : `${made}`;
        return shown.replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
      }
    }
  }
  if (context.seen.includes(value)) return circular(context, value);
  return showObject(context, value, depth, asBuffer);
}

function circular(context, value) {
  context.circular ??= new Map();
  let number = context.circular.get(value);
  if (number === undefined) {
    number = context.circular.size + 1;
    context.circular.set(value, number);
  }
  return context.stylize(`[Circular *${number}]`, 'special');
}

function showProxy(context, { target, handler }, depth) {
  if (depth > context.depth && context.depth !== null) {
    return context.stylize('Proxy [Array]', 'special');
  }
  depth++;
  context.indentation += 2;
  const parts = [show(context, target, depth), show(context, handler, depth)];
  context.indentation -= 2;
  return layout.join(context, parts, '', ['Proxy [', ']'], true, depth);
}

function ownKeys(context, value) {
  const symbols = Object.getOwnPropertySymbols(value);
  if (context.showHidden) {
    const keys = Object.getOwnPropertyNames(value);
    return symbols.length === 0 ? keys : keys.concat(symbols);
  }
  let keys;
  try {
    keys = keysOf(value);
  } catch (error) {
    if (!types.isModuleNamespaceObject(value)) throw error;
    keys = Object.getOwnPropertyNames(value); // some are not initialized
  }
  if (symbols.length === 0) return keys;
  const isEnumerable = (key) => Object.prototype.propertyIsEnumerable.call(value, key);
  return keys.concat(symbols.filter(isEnumerable));
}

const isIndex = (key) => typeof key === 'string' && /^(0|[1-9][0-9]{0,9})$/.test(key) &&
  +key < 2 ** 32 - 1;

// The keys of a list that are not elements. Elements come first in a list of keys.
function extraKeys(context, value) {
  if (!context.showHidden) {
    if (value.length > MANY && require('internal/bare').isBareList(value)) return [];
    const keys = keysOf(value);
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isIndex(keys[middle])) low = middle + 1;
      else high = middle;
    }
    const extra = low === keys.length ? [] : keys.slice(low);
    const symbols = Object.getOwnPropertySymbols(value);
    for (const symbol of symbols) {
      if (Object.prototype.propertyIsEnumerable.call(value, symbol)) extra.push(symbol);
    }
    return extra;
  }
  return Reflect.ownKeys(value).filter((key) => !isIndex(key));
}

// How an object is shown: { keys, braces, base, parts(), isList, done }. `done` is the whole text
// if nothing is left to add.
function plan(context, value, depth, asBuffer, inherited) {
  const constructor = names.constructorName(context, value, depth);
  const tag = names.tagOf(context, value);
  const about = {
    context, value, depth, constructor, tag, asBuffer, inherited,
    keys: undefined, braces: ['{', '}'], base: '', parts: undefined, isList: false,
    done: undefined, fallback: 'Object',
  };
  const sort = kind(value);
  if (Array.isArray(value)) planArray(about);
  else if (sort === kinds.plain) planPlain(about);
  else if (sort === kinds.map || sort === kinds.set) planCollection(about, sort === kinds.map);
  else if (ArrayBuffer.isView(value) && sort !== kinds.dataView) planTypedArray(about);
  else if (sort === kinds.mapIterator) planIterator(about, 'Map');
  else if (sort === kinds.setIterator) planIterator(about, 'Set');
  else planOther(about, sort);
  return about;
}

function bare(about) {
  return about.keys.length === 0 && about.inherited === undefined;
}

function planArray(about) {
  const { context, value, constructor, tag } = about;
  about.fallback = 'Array';
  const before = constructor !== 'Array' || tag !== '' ?
    names.prefix(constructor, tag, 'Array', `(${value.length})`) : '';
  about.keys = extraKeys(context, value);
  about.braces = [`${before}[`, ']'];
  if (value.length === 0 && bare(about)) about.done = `${before}[]`;
  about.isList = true;
  about.parts = () => entries.array(context, value,
    (index) => property(context, value, about.depth, index, ELEMENT));
}

const mapSize = Object.getOwnPropertyDescriptor(Map.prototype, 'size').get;
const setSize = Object.getOwnPropertyDescriptor(Set.prototype, 'size').get;

function planCollection(about, isMap) {
  const { context, value, constructor, tag } = about;
  const size = isMap ? mapSize.call(value) : setSize.call(value);
  about.fallback = isMap ? 'Map' : 'Set';
  const before = names.prefix(constructor, tag, about.fallback, `(${size})`);
  about.keys = ownKeys(context, value);
  about.braces = [`${before}{`, '}'];
  if (size === 0 && bare(about)) about.done = `${before}{}`;
  about.parts = () => (isMap ? entries.map : entries.set)(context, value, size,
    (one) => show(context, one, about.depth));
}

function planTypedArray(about) {
  const { context, value, constructor, tag } = about;
  about.fallback = typedArrayTag.call(value);
  const before = names.prefix(constructor, tag, about.fallback, `(${value.length})`);
  about.keys = extraKeys(context, value);
  about.braces = [`${before}[`, ']'];
  if (value.length === 0 && about.keys.length === 0 && !context.showHidden) {
    about.done = `${before}[]`;
  }
  about.isList = true;
  about.parts = () => entries.typedArray(context, value,
    (one, asBuffer) => show(context, one, about.depth, asBuffer));
}

function planIterator(about, type) {
  const { context, value, tag } = about;
  about.keys = ownKeys(context, value);
  const own = `${type} Iterator`;
  const shown = tag === own ? own : `${tag === '' ? '' : `${tag}] [`}${own}`;
  about.braces = [`[${shown}] {`, '}'];
  about.parts = () => entries.iterator(context, value, (one) => show(context, one, about.depth),
    about.depth, about.braces);
}

function planPlain(about) {
  const { context, value, constructor, tag } = about;
  if (types.isModuleNamespaceObject(value)) {
    planNamespace(about);
    return;
  }
  about.keys = ownKeys(context, value);
  // Subclasses of what the engine does not mark, like those of Error.
  if (constructor !== 'Object' && value instanceof Error) {
    planError(about);
    return;
  }
  const before = constructor === 'Object' && tag === '' ? '' :
    names.prefix(constructor, tag, 'Object');
  about.braces[0] = `${before}{`;
  if (bare(about)) about.done = `${before}{}`;
}

function planNamespace(about) {
  const { context, value, constructor, tag } = about;
  const keys = ownKeys(context, value);
  about.keys = [];
  about.braces[0] = `${names.prefix(constructor, tag, 'Module')}{`;
  about.parts = () => keys.map((key) => {
    try {
      return property(context, value, about.depth, key, OBJECT);
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      return `${keyName(context, key, true)}: ${context.stylize('<uninitialized>', 'special')}`;
    }
  });
}

function planError(about) {
  about.base = require('internal/inspect/errors').show(
    about.context, about.value, about.constructor, about.tag, about.keys);
  if (bare(about)) about.done = about.base;
}

const weak = { [kinds.weakMap]: 'WeakMap', [kinds.weakSet]: 'WeakSet' };

function planOther(about, sort) {
  const { context, value, constructor, tag } = about;
  about.keys = ownKeys(context, value);
  if (argumentKinds.includes(sort)) {
    about.braces[0] = '[Arguments] {';
    if (bare(about)) about.done = '[Arguments] {}';
  } else if (typeof value === 'function') {
    about.base = names.functionName(value, constructor, tag);
    if (bare(about)) about.done = context.stylize(about.base, 'special');
  } else if (sort === kinds.regexp) {
    planRegExp(about);
  } else if (sort === kinds.date) {
    planDate(about);
  } else if (sort === kinds.error || value instanceof Error) {
    planError(about);
  } else if (sort === kinds.arrayBuffer) {
    planArrayBuffer(about);
  } else if (sort === kinds.dataView) {
    about.braces[0] = `${names.prefix(constructor, tag, 'DataView')}{`;
    about.keys.unshift('byteLength', 'byteOffset', 'buffer');
  } else if (sort === kinds.promise) {
    about.braces[0] = `${names.prefix(constructor, tag, 'Promise')}{`;
    about.parts = () => entries.promise(context, value, (one) => show(context, one, about.depth));
  } else if (weak[sort] !== undefined) {
    about.braces[0] = `${names.prefix(constructor, tag, weak[sort])}{`;
    about.parts = () => entries.weakCollection(context);
  } else if (types.isBoxedPrimitive(value)) {
    planBoxed(about);
  } else {
    planPlain(about);
  }
}

function planRegExp(about) {
  const { context, value, constructor, tag } = about;
  const before = names.prefix(constructor, tag, 'RegExp');
  about.base = RegExp.prototype.toString.call(constructor === null ? new RegExp(value) : value);
  if (before !== 'RegExp ') about.base = `${before}${about.base}`;
  if (bare(about) || (about.depth > context.depth && context.depth !== null)) {
    about.done = context.stylize(about.base, 'regexp');
  }
}

function planDate(about) {
  const { context, value, constructor, tag } = about;
  const before = names.prefix(constructor, tag, 'Date');
  about.base = Number.isNaN(Date.prototype.getTime.call(value)) ?
    Date.prototype.toString.call(value) : Date.prototype.toISOString.call(value);
  if (before !== 'Date ') about.base = `${before}${about.base}`;
  if (bare(about)) about.done = context.stylize(about.base, 'date');
}

function planArrayBuffer(about) {
  const { context, value, constructor, tag } = about;
  const type = types.isSharedArrayBuffer(value) ? 'SharedArrayBuffer' : 'ArrayBuffer';
  const before = names.prefix(constructor, tag, type);
  if (!about.asBuffer) {
    about.parts = () => entries.arrayBuffer(context, value);
  } else if (bare(about)) {
    about.done = `${before}{ byteLength: ${
      context.stylize(text.number(value.byteLength, false), 'number')} }`;
  }
  about.braces[0] = `${before}{`;
  about.keys.unshift('byteLength');
}

const boxes = [
  [types.isNumberObject, 'Number', Number.prototype.valueOf],
  [types.isStringObject, 'String', String.prototype.valueOf],
  [types.isBooleanObject, 'Boolean', Boolean.prototype.valueOf],
  [types.isBigIntObject, 'BigInt', BigInt.prototype.valueOf],
  [types.isSymbolObject, 'Symbol', Symbol.prototype.valueOf],
];

function planBoxed(about) {
  const { context, value, constructor, tag } = about;
  const [, type, valueOf] = boxes.find(([is]) => is(value));
  if (type === 'String') about.keys.splice(0, value.length); // its characters
  let shown = `[${type}`;
  if (type !== constructor) {
    shown += constructor === null ? ' (null prototype)' : ` (${constructor})`;
  }
  shown += `: ${primitive(context, valueOf.call(value), text.plain)}]`;
  if (tag !== '' && tag !== constructor) shown += ` [${tag}]`;
  about.base = about.keys.length !== 0 ? shown : context.stylize(shown, type.toLowerCase());
  if (bare(about)) about.done = about.base;
}

function showObject(context, value, depth, asBuffer) {
  const withinDepth = context.depth === null || depth <= context.depth;
  const inherited = context.showHidden && withinDepth ?
    inheritedProperties(context, value, depth) : undefined;
  const about = plan(context, value, depth, asBuffer, inherited);
  if (about.done !== undefined) return about.done;
  if (!withinDepth) {
    const name = about.constructor === null ? `${about.tag || about.fallback}: null prototype` :
      names.prefix(about.constructor, about.tag, 'Object').slice(0, -1);
    return context.stylize(`[${name}]`, 'special');
  }
  const { indentation } = context;
  context.seen.push(value);
  context.deepest = about.depth = depth + 1;
  let parts;
  try {
    parts = allParts(about);
  } catch (error) {
    if (!require('internal/errors').isOverflow(error)) throw error;
    context.seen.length = context.seen.lastIndexOf(value);
    context.indentation = indentation;
    const name = names.prefix(about.constructor, about.tag, 'Object').slice(0, -1);
    return context.stylize(`[${name}: Inspection interrupted prematurely. ` +
      'Maximum call stack size exceeded.]', 'special');
  }
  context.seen.pop();
  return finish(about, parts);
}

function allParts(about) {
  const { context, value, depth, keys } = about;
  const parts = about.parts === undefined ? [] : about.parts();
  const type = about.isList ? LIST_EXTRA : OBJECT;
  for (let i = 0; i < keys.length; i++) {
    parts.push(property(context, value, depth, keys[i], type));
  }
  if (about.inherited !== undefined) parts.push(...about.inherited);
  return parts;
}

function finish(about, parts) {
  const { context, value, braces } = about;
  const number = context.circular?.get(value);
  if (number !== undefined) {
    const mark = context.stylize(`<ref *${number}>`, 'special');
    if (context.compact === true) braces[0] = `${mark} ${braces[0]}`;
    else about.base = about.base === '' ? mark : `${mark} ${about.base}`;
  }
  if (context.sorted) {
    const compare = context.sorted === true ? undefined : context.sorted;
    if (!about.isList) {
      parts.sort(compare);
    } else if (about.keys.length > 1) {
      parts.push(...parts.splice(parts.length - about.keys.length).sort(compare));
    }
  }
  const shown = layout.join(context, parts, about.base, braces, about.isList, about.depth, value);
  const used = (context.budget[context.indentation] ?? 0) + shown.length;
  context.budget[context.indentation] = used;
  if (used > BUDGET) context.depth = -1;
  return shown;
}

// With showHidden: what the program's classes above an object define, except methods.
function inheritedProperties(context, value, depth) {
  const found = names.findConstructor(value);
  if (found === undefined || (found.steps <= 1 && names.isBuiltin(found.name))) return undefined;
  const parts = [];
  const known = new Set();
  let at = found.steps === 0 ? value : Object.getPrototypeOf(value);
  for (let level = 0; level < 3; level++) {
    if (level !== 0 || at === value) {
      at = Object.getPrototypeOf(at);
      if (at === null) break;
      const made = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
      if (typeof made === 'function' && names.isBuiltin(made.name)) break;
    }
    context.seen.push(value);
    for (const key of Reflect.ownKeys(at)) {
      if (key === 'constructor' || known.has(key) || Object.hasOwn(value, key)) continue;
      known.add(key);
      const descriptor = Object.getOwnPropertyDescriptor(at, key);
      if (typeof descriptor.value === 'function') continue;
      const shown = property(context, at, depth, key, OBJECT, descriptor, value);
      parts.push(context.colors ? `\u001b[2m${shown}\u001b[22m` : shown);
    }
    context.seen.pop();
  }
  return parts.length === 0 ? undefined : parts;
}

function keyName(context, key, enumerable) {
  if (typeof key === 'symbol') {
    const name = text.escapeControl(Symbol.prototype.toString.call(key));
    return `[${context.stylize(name, 'symbol')}]`;
  }
  if (key === '__proto__') return "['__proto__']";
  if (!enumerable) return `[${text.escapeControl(key)}]`;
  if (plainKey.test(key)) return context.stylize(key, 'name');
  return context.stylize(text.quote(key), 'string');
}

function property(context, value, depth, key, type, descriptor = undefined, owner = value) {
  descriptor ??= Object.getOwnPropertyDescriptor(value, key) ??
    { value: value[key], configurable: true, enumerable: true };
  let space = ' ';
  let shown;
  if (descriptor.value !== undefined) {
    const step = context.compact !== true || type !== OBJECT ? 2 : 3;
    context.indentation += step;
    shown = show(context, descriptor.value, depth);
    if (step === 3 && context.breakLength < text.width(shown, context.colors)) {
      space = `\n${' '.repeat(context.indentation)}`;
    }
    context.indentation -= step;
  } else if (descriptor.get !== undefined) {
    shown = getter(context, descriptor, depth, owner);
  } else if (descriptor.set !== undefined) {
    shown = context.stylize('[Setter]', 'special');
  } else {
    shown = context.stylize('undefined', 'undefined');
  }
  if (type === ELEMENT) return shown;
  return `${keyName(context, key, descriptor.enumerable !== false)}:${space}${shown}`;
}

function getter(context, { get, set }, depth, owner) {
  const { stylize, getters } = context;
  const label = set !== undefined ? 'Getter/Setter' : 'Getter';
  if (getters !== true && !(getters === 'get' && set === undefined) &&
      !(getters === 'set' && set !== undefined)) {
    return stylize(`[${label}]`, 'special');
  }
  const between = (inner) => `${stylize(`[${label}:`, 'special')} ${inner}${
    stylize(']', 'special')}`;
  try {
    const value = get.call(owner);
    context.indentation += 2;
    const shown = value === null ? between(stylize('null', 'null')) :
      typeof value === 'object' ?
        `${stylize(`[${label}]`, 'special')} ${show(context, value, depth)}` :
        between(typeof value === 'function' ? show(context, value, depth) :
          primitive(context, value));
    context.indentation -= 2;
    return shown;
  } catch (error) {
    return between(`<Inspection threw (${error.message})>`);
  }
}

exports.show = show;
exports.custom = custom;
