// SPDX-License-Identifier: MIT
// Values in messages, in a fast form: what most messages consist of (primitives, plain objects and
// arrays, Map, Set, Date), written and read by loops that the engine compiles well. Everything
// else, and cycles, are left to internal/structured_clone.
//
// A message is words of 32 bits, followed by the characters of its strings. A word has a tag and a
// number; for objects with the same properties (a shape) the names are written once. No code of the
// program runs meanwhile: an object with an accessor, or one that is not plain, is left to
// structured_clone before anything of it was read.
'use strict';
const { Float64Array, Int32Array, Map, Set, Uint8Array } = globalThis; // may be replaced later
const { hasHole, isBare } = require('internal/clone/arrays');
const { copyText, sort, textAt, wideTextAt } = binding('flat');

const [SMALL, WIDE, DOUBLE, CONSTANT, NARROW_TEXT, WIDE_TEXT, OBJECT, SHAPE, ARRAY, MAP, SET, DATE,
  KNOWN] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]; // tags, in the low bits
const SHIFT = 4;
const LARGEST = 2 ** 27; // that fits beside a tag
const LONGEST = 2 ** 26; // strings and lists
const [UNDEFINED, NULL, FALSE, TRUE] = [0, 1, 2, 3];

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
const plainPrototype = Object.prototype;
const { apply, ownKeys } = Reflect;
const { forEach: eachEntry } = Map.prototype;
const { forEach: eachItem } = Set.prototype;
const { getTime } = Date.prototype;
const { fromCharCode } = String;
const { imul, max } = Math;
const { Date: DateClass, Function: FunctionClass, Array: ArrayClass } = globalThis;

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

// What sort() says of those; of plain objects without elements it is their shape, above 0.
const isKnown = sort !== undefined;
const ofArray = isKnown ? sort([]) : 0;
const ofMap = isKnown ? sort(new Map()) : 0;
const ofSet = isKnown ? sort(new Set()) : 0;
const ofDate = isKnown ? sort(new Date(0)) : 0;
const [mapPrototype, setPrototype, datePrototype] = [Map.prototype, Set.prototype, Date.prototype];

// --- writing

const ROOM = 1024; // words, and characters
const KEPT = 1048576; // the most that is kept from message to message
const DEEPEST = 100;
const SHORT = 16; // characters that are written one by one
const OFTEN = 100; // objects of a shape for which a function is made

let words = new Int32Array(ROOM);
let chars = new Uint8Array(ROOM);
let size = 0; // words that are written
let charSize = 0;
let objectCount = 0;
let first = null; // the first object, by itself: many messages have no other
let met = null; // the others -> their numbers
let depth = 0;
const path = new Int32Array(DEEPEST + 1); // numbers of the objects around
let hasKnown = false; // objects that come again
let message = 0; // numbers of messages
let shapeCount = 0; // in this one

class Shape {
  constructor(id, names, sample) {
    this.id = id;
    this.names = names;
    this.sample = sample; // an object of that shape, which so stays what it is; or null
    this.message = 0; // that it was last in
    this.number = 0; // in that
    this.uses = 0;
    this.write = null; // a function for it, when there are many
  }
}

const SHAPES = 256;
const shapes = new ArrayClass(SHAPES).fill(new Shape(0, [], null)); // by their ids

function growWords(more) {
  const larger = new Int32Array(max(words.length * 2, size + more));
  larger.set(words);
  words = larger;
}

function growChars(more) {
  const larger = new Uint8Array(max(chars.length * 2, charSize + more));
  larger.set(chars);
  chars = larger;
}

function addShort(text, length) {
  const to = chars;
  const start = charSize;
  let all = 0;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    to[start + i] = unit;
    all |= unit;
  }
  if (all > 0xff) return false;
  charSize += length;
  words[size++] = length << SHIFT | NARROW_TEXT;
  return true;
}

function addText(text) {
  const { length } = text;
  if (length * 2 + 1 > chars.length - charSize) growChars(length * 2 + 1);
  if (length <= SHORT && addShort(text, length)) return true;
  if (length >= LONGEST) return false;
  const end = copyText(text, chars, charSize); // below 0: units of 16 bits, at an even place
  words[size++] = length << SHIFT | (end < 0 ? WIDE_TEXT : NARROW_TEXT);
  charSize = end < 0 ? -end : end;
  return true;
}

function addDouble(value) {
  double[0] = value;
  words[size++] = halves[0];
  words[size++] = halves[1];
}

function addNumber(value) {
  if ((value | 0) !== value || (value === 0 && 1 / value < 0)) {
    words[size++] = DOUBLE;
    addDouble(value);
  } else if (value >= -LARGEST && value < LARGEST) {
    words[size++] = value << SHIFT | SMALL;
  } else {
    words[size++] = WIDE;
    words[size++] = value;
  }
}

// False: it is for the others.
function add(value) {
  if (size + 4 > words.length) growWords(4);
  switch (typeof value) {
    case 'number':
      addNumber(value);
      return true;
    case 'string': return addText(value);
    case 'undefined':
      words[size++] = UNDEFINED << SHIFT | CONSTANT;
      return true;
    case 'boolean':
      words[size++] = (value ? TRUE : FALSE) << SHIFT | CONSTANT;
      return true;
    case 'object':
      if (value !== null) return addObject(value);
      words[size++] = NULL << SHIFT | CONSTANT;
      return true;
    default: return false;
  }
}

function addKnown(number) {
  for (let i = 0; i < depth; i++) if (path[i] === number) return false; // it has itself in it
  hasKnown = true;
  words[size++] = number << SHIFT | KNOWN;
  return true;
}

function addObject(object) {
  if (first === null) {
    first = object;
  } else if (object === first) {
    return addKnown(0);
  } else {
    met ??= new Map();
    const number = met.get(object);
    if (number !== undefined) return addKnown(number);
    met.set(object, objectCount);
  }
  if (depth === DEEPEST) return false;
  path[depth++] = objectCount++;
  const kind = sort(object);
  const done = kind > 0 ? addPlain(object, kind) : kind === ofArray ? addArray(object) :
    addOther(object, kind);
  depth--;
  return done;
}

// The shape of an object that is the first of its kind; null: it has something that must not be
// read twice.
function learn(object, id) {
  const names = keys(object);
  for (let i = 0; i < names.length; i++) {
    if (!('value' in getOwnPropertyDescriptor(object, names[i]))) return null;
  }
  const sample = { ...object };
  for (const name of ownKeys(sample)) sample[name] = undefined;
  return new Shape(id, names, sort(sample) === id ? sample : null);
}

// What is known of a shape holds as long as an object of that shape lives.
function shapeOf(object, id) {
  const at = imul(id, 0x9e3779b1) >>> 24; // of SHAPES
  const shape = shapes[at];
  if (shape.id === id && (shape.message === message ||
      (shape.sample !== null && sort(shape.sample) === id))) return shape;
  const learned = learn(object, id);
  if (learned !== null) shapes[at] = learned;
  return learned;
}

function addPlain(object, id) {
  const prototype = getPrototypeOf(object);
  if (prototype !== plainPrototype && prototype !== null) return false;
  const shape = shapeOf(object, id);
  if (shape === null) return false;
  const { names } = shape;
  if (shape.message === message) {
    words[size++] = shape.number << SHIFT | OBJECT;
  } else {
    shape.message = message;
    shape.number = shapeCount++;
    words[size++] = names.length << SHIFT | SHAPE;
    for (let i = 0; i < names.length; i++) {
      if (size + 1 > words.length) growWords(1);
      if (!addText(names[i])) return false;
    }
  }
  if (shape.write !== null) return shape.write(object, add);
  if (++shape.uses > OFTEN) shape.write = makeWriter(names);
  for (let i = 0; i < names.length; i++) if (!add(object[names[i]])) return false;
  return true;
}

// add(object.a) && add(object.b): the engine knows where to find each.
function makeWriter(names) {
  const calls = names.map((name) => `add(object[${JSON.stringify(name)}])`);
  return new FunctionClass('object', 'add', `return ${calls.join(' && ') || true};`);
}

function addArray(array) {
  const { length } = array;
  if (!isBare(array) || length >= LONGEST || hasHole(array)) return false;
  words[size++] = length << SHIFT | ARRAY;
  for (let i = 0; i < length; i++) if (!add(array[i])) return false;
  return true;
}

function addOther(object, kind) {
  const prototype = getPrototypeOf(object);
  if (kind === ofDate && prototype === datePrototype) {
    words[size++] = DATE;
    addDouble(apply(getTime, object, []));
    return true;
  }
  if (kind === ofMap && prototype === mapPrototype) return addMap(object);
  if (kind === ofSet && prototype === setPrototype) return addSet(object);
  return false;
}

// How many there are is known at the end.
function addMap(map) {
  const at = size++;
  let count = 0;
  let done = true;
  apply(eachEntry, map, [(item, key) => {
    done &&= add(key) && add(item);
    count++;
  }]);
  words[at] = count << SHIFT | MAP;
  return done && count < LONGEST;
}

function addSet(set) {
  const at = size++;
  let count = 0;
  let done = true;
  apply(eachItem, set, [(item) => {
    done &&= add(item);
    count++;
  }]);
  words[at] = count << SHIFT | SET;
  return done && count < LONGEST;
}

// Whether the value is written now; false: it is for the others.
function write(value) {
  if (!isKnown || exports.isOff) return false;
  message++;
  size = 1;
  charSize = shapeCount = objectCount = depth = 0;
  hasKnown = false;
  try {
    return add(value);
  } finally {
    first = met = null;
  }
}

// Calls post(endpoint, words, how many, characters, how many) with what was written last.
function send(post, endpoint) {
  words[0] = hasKnown ? 1 : 0;
  const result = post(endpoint, words, size, chars, charSize);
  shrink();
  return result;
}

function shrink() {
  if (words.length > KEPT) words = new Int32Array(ROOM);
  if (chars.length > KEPT) chars = new Uint8Array(ROOM);
}

// --- reading

let from = words;
let bytes = chars;
let at = 0;
let charAt = 0;
let objects = null; // by their numbers, if some come again
let count = 0; // of objects
let made = []; // shapes of this message
const NAMES = 1024; // a power of two
const names = new ArrayClass(NAMES).fill(''); // short texts of late, by a number of their bytes
const LONGEST_KEPT = 12;

function shortText(length) {
  let hash = length;
  for (let i = 0; i < length; i++) hash = (hash * 31 + bytes[charAt + i]) | 0;
  const place = hash & (NAMES - 1);
  const known = names[place];
  if (known.length === length) {
    let i = 0;
    while (i < length && known.charCodeAt(i) === bytes[charAt + i]) i++;
    if (i === length) {
      charAt += length;
      return known;
    }
  }
  return names[place] = narrowText(length);
}

function narrowText(length) {
  charAt += length;
  return textAt(bytes, charAt - length, length);
}

function text(tag, length) {
  if (tag === WIDE_TEXT) {
    charAt += charAt & 1;
    charAt += length * 2;
    return wideTextAt(bytes, charAt - length * 2, length);
  }
  if (length === 1) return fromCharCode(bytes[charAt++]);
  return length <= LONGEST_KEPT ? shortText(length) : narrowText(length);
}

function readDouble() {
  halves[0] = from[at++];
  halves[1] = from[at++];
  return double[0];
}

function next() {
  const word = from[at++];
  const rest = word >> SHIFT;
  const tag = word & (1 << SHIFT) - 1;
  switch (tag) {
    case SMALL: return rest;
    case NARROW_TEXT: case WIDE_TEXT: return text(tag, rest);
    case OBJECT: return makeObject(made[rest]);
    case CONSTANT: return rest === UNDEFINED ? undefined : rest === NULL ? null : rest === TRUE;
    case DOUBLE: return readDouble();
    case ARRAY: return readArray(rest);
    case SHAPE: return makeObject(readShape(rest));
    case WIDE: return from[at++];
    case MAP: return readMap(rest);
    case SET: return readSet(rest);
    case DATE: return keep(count++, new DateClass(readDouble()));
    default: return objects[rest]; // KNOWN
  }
}

// An object gets its number before the objects inside of it.
function keep(number, object) {
  if (objects !== null) objects[number] = object;
  return object;
}

// Shapes by their names, one after another.
class Made {
  constructor(keyList) {
    this.keys = keyList;
    this.uses = 0;
    this.make = null;
    this.longer = new Map();
  }
}

const MOST_MADE = 4096;
let madeCount = 0;
let root = new Made([]);

function readShape(length) {
  if (madeCount > MOST_MADE) {
    root = new Made([]);
    madeCount = 0;
  }
  let shape = root;
  for (let i = 0; i < length; i++) {
    const word = from[at++];
    const name = text(word & (1 << SHIFT) - 1, word >> SHIFT);
    let longer = shape.longer.get(name);
    if (longer === undefined) {
      longer = new Made([...shape.keys, name]);
      shape.longer.set(name, longer);
      madeCount++;
    }
    shape = longer;
  }
  made.push(shape);
  return shape;
}

function makeObject(shape) {
  const number = count++;
  if (shape.make !== null) return keep(number, shape.make(next));
  if (++shape.uses > OFTEN) shape.make = makeMaker(shape.keys);
  const object = {};
  const { keys: list } = shape;
  for (let i = 0; i < list.length; i++) {
    const key = list[i];
    const value = next();
    if (key in object) { // what it inherits may have a setter, or not be writable
      defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
    } else {
      object[key] = value;
    }
  }
  return keep(number, object);
}

// ({ ["a"]: next(), ["b"]: next() }); in brackets for the sake of __proto__.
function makeMaker(list) {
  const members = list.map((name) => `[${JSON.stringify(name)}]:next()`);
  return new FunctionClass('next', `return{${members.join()}};`);
}

function readArray(length) {
  const number = count++;
  const array = [];
  for (let i = 0; i < length; i++) {
    const value = next();
    if (i in array) {
      defineProperty(array, i, { value, writable: true, enumerable: true, configurable: true });
    } else {
      array[i] = value;
    }
  }
  return keep(number, array);
}

const { set: setEntry } = Map.prototype;
const { add: addItem } = Set.prototype;

function readMap(length) {
  const number = count++;
  const map = new Map();
  for (let i = 0; i < length; i++) {
    const key = next();
    apply(setEntry, map, [key, next()]);
  }
  return keep(number, map);
}

function readSet(length) {
  const number = count++;
  const set = new Set();
  for (let i = 0; i < length; i++) apply(addItem, set, [next()]);
  return keep(number, set);
}

// The value of a message: its words, and the memory in which its characters begin at a place.
function read(all, memory, start) {
  from = all;
  bytes = memory;
  charAt = start;
  at = 1;
  count = 0;
  objects = all[0] === 0 ? null : [];
  if (made.length > 0) made = [];
  const value = next();
  objects = null;
  return value;
}

// The value that was written last.
function readWritten() {
  words[0] = hasKnown ? 1 : 0;
  const value = read(words, chars, 0);
  shrink();
  return value;
}

exports.write = write;
exports.send = send;
exports.read = read;
exports.readWritten = readWritten;
exports.isOff = false; // objects of any kind may have been marked (markAsUncloneable)
