// SPDX-License-Identifier: MIT
// The message of an AssertionError that shows how two values differ, line by line.
'use strict';
const { inspect } = require('internal/inspect');

const SHORT = 12; // characters of both values together that fit "a !== b"
const MOST_LINES = 50;

const headings = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

function show(value) {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

function isReference(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

// Red, green and so on, if errors go to a terminal that has them.
function palette() {
  const { stderr } = process;
  const has = stderr?.isTTY && (typeof stderr.getColorDepth !== 'function' ||
    stderr.getColorDepth() !== 1);
  return has ?
    { blue: '\u001b[34m', green: '\u001b[32m', red: '\u001b[31m', off: '\u001b[39m' } :
    { blue: '', green: '', red: '', off: '' };
}

// Equal lines around a difference: the two after the previous one are already shown; of the others
// the last two are shown, and a single remaining line instead of dots.
function context(lines, at, same, paint) {
  let text = '';
  let printed = 0;
  let skipped = false;
  if (same > 2) {
    if (same > 3) {
      if (same === 5) {
        text += `\n  ${lines[at - 3]}`;
        printed++;
      } else if (same > 5) {
        text += `\n${paint.blue}...${paint.off}`;
        skipped = true;
      }
      text += `\n  ${lines[at - 2]}`;
      printed++;
    }
    text += `\n  ${lines[at - 1]}`;
    printed++;
  }
  return { text, printed, skipped };
}

function endsSame(line, other) {
  return line.endsWith(',') && line.slice(0, -1) === other;
}

class Diff {
  constructor(actual, expected, paint) {
    this.actual = actual;
    this.expected = expected;
    this.paint = paint;
    this.text = '';
    this.pending = ''; // expected lines, shown after the actual ones they differ from
    this.end = '';
    this.printed = 0;
    this.same = 0;
    this.skipped = false;
  }

  // Takes the lines away that both have at their end; how many there were.
  cutEnd() {
    const { actual, expected } = this;
    let count = 0;
    let last = '';
    while (actual.length > 0 && expected.length > 0 && actual.at(-1) === expected.at(-1)) {
      const line = actual.pop();
      expected.pop();
      if (count++ < 3) this.end = `\n  ${line}${this.end}`;
      else last = line;
    }
    if (count >= 5) {
      this.end = `\n${this.paint.blue}...${this.paint.off}${this.end}`;
      this.skipped = true;
    }
    if (last !== '') this.end = `\n  ${last}${this.end}`;
  }

  flushContext(lines, at) {
    const { text, printed, skipped } = context(lines, at, this.same, this.paint);
    this.text += text;
    this.printed += printed;
    this.skipped ||= skipped;
    this.same = 0;
  }

  plus(line) {
    this.text += `\n${this.paint.green}+${this.paint.off} ${line}`;
    this.printed++;
  }

  minus(line) {
    this.pending += `\n${this.paint.red}-${this.paint.off} ${line}`;
    this.printed++;
  }

  pair(at) {
    let line = this.actual[at];
    const other = this.expected[at];
    let differ = line !== other && !endsSame(line, other);
    if (differ && endsSame(other, line)) {
      differ = false;
      line += ',';
    }
    if (differ) {
      this.flushContext(this.actual, at);
      this.plus(line);
      this.minus(other);
      return;
    }
    this.text += this.pending;
    this.pending = '';
    this.same++;
    if (this.same <= 2) {
      this.text += `\n  ${line}`;
      this.printed++;
    }
  }

  // Whether it came to the end.
  run() {
    const { actual, expected } = this;
    const most = Math.max(actual.length, expected.length);
    const both = Math.min(actual.length, expected.length);
    for (let i = 0; i < most; i++) {
      if (i < both) {
        this.pair(i);
      } else if (actual.length > both) {
        this.flushContext(actual, i);
        this.plus(actual[i]);
      } else {
        this.flushContext(expected, i);
        this.minus(expected[i]);
      }
      if (this.printed > MOST_LINES && i < most - 2) return false;
    }
    return true;
  }
}

// Points below the first character in which two lines differ.
function pointer(left, right) {
  const width = process.stderr?.isTTY ? process.stderr.columns : 80;
  if (left.length + right.length >= width) return '';
  let i = 0;
  while (left[i] === right[i]) i++;
  return i > 2 ? `\n  ${' '.repeat(i)}^` : '';
}

function cut(lines, paint) {
  if (lines.length > MOST_LINES) {
    lines[46] = `${paint.blue}...${paint.off}`;
    lines.length = 47;
  }
  return lines;
}

function differenceMessage(actual, expected, operator, message) {
  const paint = palette();
  const shown = show(actual);
  const lines = shown.split('\n');
  const others = show(expected).split('\n');
  if (operator === 'strictEqual' && typeof actual === typeof expected &&
      isReference(actual) && isReference(expected)) {
    operator = 'strictEqualObject';
  }
  const heading = message ?? headings[operator];
  let indicator = '';
  if (lines.length === 1 && others.length === 1 && lines[0] !== others[0]) {
    const [line, other] = [lines[0], others[0]];
    if (line.length + other.length <= SHORT) {
      if ((typeof actual !== 'object' || actual === null) &&
          (typeof expected !== 'object' || expected === null) &&
          (actual !== 0 || expected !== 0)) {
        return `${heading}\n\n${line} !== ${other}\n`;
      }
    } else if (operator !== 'strictEqualObject') {
      indicator = pointer(line, other);
    }
  }
  const diff = new Diff(lines, others, paint);
  diff.cutEnd();
  if (lines.length === 0 && others.length === 0) {
    return `${message ?? headings.notIdentical}\n\n${cut(shown.split('\n'), paint).join('\n')}\n`;
  }
  const complete = diff.run();
  const skippedWords = ` ${paint.blue}...${paint.off} Lines skipped`;
  const legend = `${heading}\n${paint.green}+ actual${paint.off} ${paint.red}- expected${
    paint.off}`;
  if (!complete) {
    return `${legend}${skippedWords}\n${diff.text}\n${paint.blue}...${paint.off}${
      diff.pending}\n${paint.blue}...${paint.off}`;
  }
  return `${legend}${diff.skipped ? skippedWords : ''}\n${diff.text}${diff.pending}${diff.end}${
    indicator}`;
}

function sameMessage(actual, operator) {
  let heading = headings[operator];
  if (operator === 'notStrictEqual' && isReference(actual)) {
    heading = headings.notStrictEqualObject;
  }
  const lines = cut(show(actual).split('\n'), palette());
  if (lines.length === 1) return `${heading}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${heading}\n\n${lines.join('\n')}\n`;
}

function shorten(text, most) {
  return text.length > most ? `${text.slice(0, most - 3)}...` : text;
}

function looseMessage(actual, expected, operator) {
  const left = show(actual);
  const right = show(expected);
  if (operator === 'notDeepEqual' && left === right) {
    return shorten(`${headings.notDeepEqual}\n\n${left}`, 1024);
  }
  const shown = shorten(left, 512);
  const other = shorten(right, 512);
  if (operator === 'deepEqual') {
    return `${headings.deepEqual}\n\n${shown}\n\nshould loosely deep-equal\n\n${other}`;
  }
  const unequal = headings[`${operator}Unequal`];
  if (unequal !== undefined) {
    return `${unequal}\n\n${shown}\n\nshould not loosely deep-equal\n\n${other}`;
  }
  return `${shown} ${operator} ${other}`;
}

// An error without its stack, which would differ in any case.
function withoutStack(error) {
  const copy = Object.create(Object.getPrototypeOf(error));
  Object.assign(copy, error);
  Object.defineProperty(copy, 'message', { value: error.message });
  return copy;
}

function isError(value) {
  return isReference(value) && 'stack' in value && value instanceof Error;
}

// `message`, of the program, takes the place of the first line if there is a difference to show.
function describe(actual, expected, operator, message) {
  if (isError(actual) && isError(expected)) {
    actual = withoutStack(actual);
    expected = withoutStack(expected);
  }
  if (operator === 'deepStrictEqual' || operator === 'strictEqual') {
    return differenceMessage(actual, expected, operator, message);
  }
  if (message != null) return message;
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
    return sameMessage(actual, operator);
  }
  return looseMessage(actual, expected, operator);
}

exports.describe = describe;
