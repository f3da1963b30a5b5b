// SPDX-License-Identifier: MIT
// What is wrong with a text that is not JSON, and where; and the path of a cycle in the argument of
// JSON.stringify. With V8's messages.
'use strict';

class Wrong extends Error {}

// Goes over a text as a parser would, to the first thing that is wrong.
class Scanner {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }
  fail(words, at = this.at) {
    throw new Wrong(`${words} in JSON at position ${at}`);
  }
  skip() {
    while (/[ \t\n\r]/.test(this.text[this.at] ?? '')) this.at++;
    return this.text[this.at];
  }
  // A token that cannot be here.
  unexpected(words) {
    const { text, at } = this;
    const letter = text[at];
    if (words !== undefined) this.fail(words);
    if (letter === undefined) throw new Wrong('Unexpected end of JSON input');
    if (/[-\d]/.test(letter)) this.fail('Unexpected number');
    if (letter === '"') this.fail('Unexpected string');
    throw new Wrong(`Unexpected token '${letter}', ${around(text, at)} is not valid JSON`);
  }
  value() {
    const letter = this.skip();
    if (letter === '{') this.object();
    else if (letter === '[') this.array();
    else if (letter === '"') this.string();
    else if (letter !== undefined && /[-\d]/.test(letter)) this.number();
    else this.word();
  }
  word() {
    const word = ['true', 'false', 'null'].find((one) => one[0] === this.text[this.at]);
    for (const letter of word ?? '\0') {
      if (this.text[this.at] !== letter) this.unexpected();
      this.at++;
    }
  }
  number() {
    const { text } = this;
    const digit = () => /\d/.test(text[this.at] ?? '');
    if (text[this.at] === '-') {
      this.at++;
      if (!digit()) this.fail('No number after minus sign');
    }
    if (text[this.at] === '0') {
      this.at++;
      if (digit()) this.fail('Unexpected number');
    }
    while (digit()) this.at++;
    if (text[this.at] === '.') {
      this.at++;
      if (!digit()) this.fail('Unterminated fractional number');
      while (digit()) this.at++;
    }
    if (/[eE]/.test(text[this.at] ?? '')) {
      this.at++;
      if (/[-+]/.test(text[this.at] ?? '')) this.at++;
      if (!digit()) this.fail('Exponent part is missing a number');
      while (digit()) this.at++;
    }
  }
  string() {
    const { text } = this;
    for (this.at++; text[this.at] !== '"'; this.at++) {
      const letter = text[this.at];
      if (letter === undefined) this.fail('Unterminated string');
      if (letter < ' ') this.fail('Bad control character in string literal');
      if (letter === '\\') this.escape();
    }
    this.at++;
  }
  escape() {
    const letter = this.text[++this.at];
    if (letter === undefined) this.unexpected();
    if (letter === 'u') {
      for (let i = 0; i < 4; i++) {
        if (!/[\da-fA-F]/.test(this.text[++this.at] ?? '')) this.fail('Bad Unicode escape');
      }
    } else if (!'"\\/bfnrt'.includes(letter)) {
      this.fail('Bad escaped character');
    }
  }
  array() {
    this.at++;
    if (this.skip() === ']') {
      this.at++;
      return;
    }
    for (;;) {
      this.value();
      const letter = this.skip();
      this.at++;
      if (letter === ']') return;
      if (letter === ',') continue;
      this.at--;
      this.unexpected("Expected ',' or ']' after array element");
    }
  }
  object() {
    this.at++;
    if (this.skip() === '}') {
      this.at++;
      return;
    }
    let words = "Expected property name or '}'";
    for (;;) {
      if (this.skip() !== '"') this.fail(words);
      this.string();
      if (this.skip() !== ':') this.unexpected("Expected ':' after property name");
      this.at++;
      this.value();
      const letter = this.skip();
      this.at++;
      if (letter === '}') return;
      if (letter === ',') {
        words = 'Expected double-quoted property name';
        continue;
      }
      this.at--;
      this.unexpected("Expected ',' or '}' after property value");
    }
  }
  all() {
    this.value();
    if (this.skip() !== undefined) {
      throw new Wrong(`Unexpected non-whitespace character after JSON at position ${this.at}`);
    }
  }
}

const CONTEXT = 10;

function around(text, at) {
  if (text.length <= 2 * CONTEXT) return `"${text}"`;
  if (at < CONTEXT) return `"${text.slice(0, at + CONTEXT)}"...`;
  if (at >= text.length - CONTEXT) return `..."${text.slice(at - CONTEXT)}"`;
  return `..."${text.slice(at - CONTEXT, at + CONTEXT)}"...`;
}

// undefined if nothing is wrong with it.
function parseMessage(given) {
  const text = `${given}`;
  if (/^(?:undefined|NaN|Infinity|\[object Object\])$/.test(text)) {
    return `"${text}" is not valid JSON`;
  }
  try {
    new Scanner(text).all();
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    throw error;
  }
  return undefined;
}

// --- circles

const nameOf = (object) => {
  const { constructor } = object;
  return typeof constructor === 'function' && constructor.name !== '' ?
    `object with constructor '${constructor.name}'` : 'object';
};

const step = (key, holder) => (Array.isArray(holder) ? `index ${key}` : `property '${key}'`);

// The objects and keys from `object` down to one that is above it already: [[object, key], ...].
function findCircle(object, above) {
  const at = above.findIndex(([other]) => other === object);
  if (at !== -1) return above.slice(at);
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === null || typeof value !== 'object') continue;
    const found = findCircle(value, [...above, [object, key]]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function circleMessage(value) {
  const words = 'Converting circular structure to JSON';
  const circle = findCircle(value, []);
  if (circle === undefined) return words; // toJSON has led into it
  const lines = [words, `    --> starting at ${nameOf(circle[0][0])}`];
  const inner = circle.slice(1).map(([object], i) => (
    `    |     ${step(circle[i][1], circle[i][0])} -> ${nameOf(object)}`));
  if (inner.length > 2) inner.splice(1, inner.length - 2, '    |     ...');
  const [last, key] = circle.at(-1);
  return [...lines, ...inner, `    --- ${step(key, last)} closes the circle`].join('\n');
}

exports.parseMessage = parseMessage;
exports.circleMessage = circleMessage;
