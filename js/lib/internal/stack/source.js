// SPDX-License-Identifier: MIT
// The text of the program at the place of an error that the engine threw, for messages that name
// what the engine does not: the variable, the property, the argument. What is not found is left
// out; a guess would mislead.
'use strict';

// --- pieces of text

// The end of the bracket that opens at this offset, or of the text.
function closing(text, from) {
  const pairs = { '(': ')', '[': ']', '{': '}' };
  const open = [];
  for (let i = from; i < text.length; i++) {
    const letter = text[i];
    if (letter === '"' || letter === "'" || letter === '`') {
      i = endOfString(text, i);
    } else if (pairs[letter] !== undefined) {
      open.push(pairs[letter]);
    } else if (letter === open.at(-1)) {
      open.pop();
      if (open.length === 0) return i;
    }
  }
  return text.length;
}

function endOfString(text, from) {
  let i = from + 1;
  while (i < text.length && text[i] !== text[from]) i += text[i] === '\\' ? 2 : 1;
  return i;
}

// The last bracket that the text opens and does not close.
function lastOpen(text) {
  let closed = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    if (')]}'.includes(text[i])) closed++;
    else if ('([{'.includes(text[i]) && closed-- === 0) return text[i];
  }
  return undefined;
}

// What is between commas.
function split(text) {
  const parts = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if ('"\'`'.includes(text[i])) i = endOfString(text, i);
    else if ('([{'.includes(text[i])) i = closing(text, i);
    else if (text[i] === ',') {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

// A value by its text, as V8 shows values: no argument at all is undefined.
function literal(text) {
  if (text === undefined || text === '') return 'undefined';
  const string = /^(['"`])([^]*)\1$/.exec(text);
  if (string !== null) return string[2];
  if (/^\{[^]*\}$/.test(text)) return '#<Object>';
  return text;
}

// The same where it was made a string.
function asText(text) {
  if (/^\{[^]*\}$/.test(text)) return '[object Object]';
  return literal(text).replace(/^Symbol\((['"])(.*)\1\)$/, 'Symbol($2)');
}

// --- expressions as V8 prints them

function nameOfKey(node) {
  if (!node.computed) {
    return `.${node.property.type === 'PrivateIdentifier' ? '#' : ''}${node.property.name}`;
  }
  if (node.property.type === 'Literal' && typeof node.property.value === 'string') {
    return `.${node.property.value}`;
  }
  return `[${printNode(node.property)}]`;
}

function printNode(node) {
  switch (node.type) {
    case 'Identifier': return node.name;
    case 'ThisExpression': return 'this';
    case 'Literal':
      return typeof node.value === 'string' ? JSON.stringify(node.value) :
        node.regex === undefined ? node.raw : '(intermediate value)';
    case 'MemberExpression': return `${printNode(node.object)}${nameOfKey(node)}`;
    case 'ChainExpression': return printNode(node.expression);
    case 'CallExpression': return `${printNode(node.callee)}(...)`;
    case 'ParenthesizedExpression': return printNode(node.expression);
    default: return '(intermediate value)';
  }
}

function printed(text) {
  const short = text.trim();
  if (/^(?!super\b|new\b)[\w$]+(?:\.#?[\w$]+)*$/.test(short)) return short;
  try {
    const { parseExpressionAt } = require('vendor/acorn');
    const node = parseExpressionAt(`(class extends C { async m() { (${short}); } })`, 0, {
      ecmaVersion: 'latest', checkPrivateFields: false,
    });
    return printNode(node.body.body[0].value.body.body[0].expression);
  } catch {
    return short; // a part of an expression only
  }
}

// --- the place

let lastFile;
let lastText;

function textOf(file) {
  const texts = require('internal/modules/texts');
  if (texts.has(file)) return texts.textOf(file);
  if (file !== lastFile) {
    lastText = require('internal/report').sourceOf(file);
    lastFile = file;
  }
  return lastText;
}

function offsetOf(text, line, column) {
  let at = 0;
  for (let i = 1; i < line; i++) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return text.length;
  }
  return at + column - 1;
}

class Site {
  #text;
  #at;
  #callee; // the function of the engine's that threw
  #first;
  constructor(text, at, callee, first) {
    this.#text = text;
    this.#at = at;
    this.#callee = callee;
    this.#first = first;
  }
  before(count) { return this.#text.slice(Math.max(0, this.#at - count), this.#at); }
  after(count) { return this.#text.slice(this.#at, this.#at + count); }
  // { callee, object }: Object.keys(...) called keys of Object.
  native() {
    if (this.#callee === undefined) return {};
    const object = /([\w$.]*)\.[\w$]+$/.exec(this.before(80))?.[1];
    return { callee: this.#callee, object };
  }
  get isCall() { return this.#text[this.#at] === '(' || /^\.?[\w$]+\(/.test(this.after(60)); }
  argument(index) {
    const start = this.#text.indexOf('(', this.#at);
    if (start < 0 || !/^[\w$.\s]*$/.test(this.#text.slice(this.#at, start))) return '';
    return split(this.#text.slice(start + 1, closing(this.#text, start)))[index] ?? '';
  }
  memberOfArgument(index, key) {
    const found = new RegExp(`\\b${key}\\s*:\\s*([^,}]+)`).exec(this.argument(index));
    return found === null ? '#<Object>' : literal(found[1].trim());
  }
  // { key, object } of what is assigned to here.
  member() {
    const dot = /^\??\.\s*([\w$]+)/.exec(this.after(120));
    const index = dot === null ? /^\[\s*(?:(['"])(.*?)\1|(\d+))\s*\]/.exec(this.after(120)) : null;
    if (dot === null && index === null) {
      return /^\[/.test(this.after(1)) ? { key: '', object: '' } : {};
    }
    const object = /((?:['"][^'"]*['"]|[\w$.]+|\([^()]*\)))$/.exec(this.before(80))?.[1] ?? '';
    return { key: dot?.[1] ?? index[2] ?? index[3], object };
  }
  brand(key) { return /^\d+$/.test(key) ? '[object Array]' : '#<Object>'; }
  // Words for `this.key = value` within a class that has a getter of that name and no setter.
  onlyGetter(key) {
    if (!/^[\w$]+$/.test(key)) return undefined;
    const name = key.replaceAll('$', '\\$');
    for (const found of [...this.#text.matchAll(/\bclass\s+([\w$]+)[^{}]*\{/g)].reverse()) {
      const open = found.index + found[0].length - 1;
      const end = closing(this.#text, open);
      if (open > this.#at || end < this.#at) continue;
      const body = this.#text.slice(open, end);
      const has = (kind) => new RegExp(`(?<!static\\s+)\\b${kind}\\s+${name}\\s*\\(`).test(body);
      return has('get') && !has('set') ?
        `Cannot set property ${key} of #<${found[1]}> which has only a getter` : undefined;
    }
    return undefined;
  }
  // What [a, b] is set to.
  destructured(expression) {
    if (!expression.startsWith('[')) {
      const before = this.before(40 + expression.length);
      const end = before.endsWith(expression) ? before.length - expression.length : before.length;
      const isSet = expression !== '' && /\]\s*=\s*$/.test(before.slice(0, end));
      return isSet ? expression : undefined;
    }
    const found = /^\s*=\s*([^;\n]+)/.exec(this.#text.slice(closing(this.#text, this.#at) + 1));
    return found === null ? '' : found[1].trim();
  }
  isIterated(expression) {
    return new RegExp(`\\bof\\s+${expression.split(/[.[]/)[0].replace(/\W/g, '\\$&')}$`)
      .test(this.before(120)) && /^[.[][^.[\]]*\]?\s*\)/.test(this.after(80));
  }
  // What a loop goes through, of which this is the `of`.
  iterated() {
    const of = /^of\b\s*/.exec(this.after(20));
    if (of === null) return undefined;
    const end = closing(this.#text, this.#text.lastIndexOf('(', this.#at));
    return this.#text.slice(this.#at + of[0].length, end).trim();
  }
  // { pattern, value } of `const { a } = value`; the name, if it is known, selects one of several.
  destructuring(name) {
    const parameters = /^(?:async\s+)?(?:function\b[^(]*)?\(?\s*(\{[^]*)/.exec(this.after(400));
    if (parameters !== null) {
      const pattern = parameters[1].slice(0, closing(parameters[1], 0) + 1);
      const after = parameters[1].slice(pattern.length, pattern.length + 200);
      const assigned = /^\s*=\s*([\w$.]+)\s*;/.exec(after)?.[1];
      return { pattern, value: assigned };
    }
    const line = this.before(400).split('\n').at(-1) + this.after(200).split('\n')[0];
    const all = [...line.matchAll(/(\{(?:[^{}]|\{[^{}]*\})*\})\s*=\s*([^;,]+)/g)];
    const found = all.findLast(([, pattern]) => pattern.includes(name ?? '')) ?? all.at(-1);
    return found === undefined ? {} : { pattern: found[1], value: found[2].trim() };
  }
  isForAwait() { return /\bfor\s+await\s*\([^()]*$/.test(this.before(120)); }
  // { text, isCall }: what follows the dots, which are before or after this place.
  spread() {
    const begun = /\.\.\.\s*([\w$.]*)$/.exec(this.before(80));
    if (begun !== null) {
      const rest = /^[\w$.]*(?:\([^()]*\))?/.exec(this.after(80))[0];
      const before = this.before(400).slice(0, -begun[0].length);
      return { text: begun[1] + rest, isCall: lastOpen(before) === '(' };
    }
    const found = /\.\.\.\s*([\w$.]+(?:\([^()]*\))?)/.exec(this.after(200));
    return { text: found?.[1], isCall: this.isCall };
  }
  calledClass() {
    if (this.#first !== undefined && this.#first !== '') return this.#first;
    return undefined;
  }
  superclass() { return /^\s*([\w$.]+|\(.*?\)\s*=>\s*\{\s*\})/.exec(this.after(80))?.[1]; }
  privateIn() {
    return /(#[\w$]+)\s+in\b/.exec(this.before(40) + this.after(40))?.[1] ?? '';
  }
  privateMember() {
    return /#[\w$]+/.exec(this.after(60))?.[0] ??
      /(#[\w$]+)[^#]*$/.exec(this.before(60))?.[1] ?? '';
  }
  isMethod(name) { return new RegExp(`(?<!get |set |\\.)${name}\\s*\\(`).test(this.#text); }
  enclosingClass() {
    const all = [...this.#text.slice(0, this.#at).matchAll(/\bclass\s+([\w$]+)/g)];
    return all.length === 0 ? 'an instance of the class' : `an instance of class ${all.at(-1)[1]}`;
  }
  // The first name from here on that is declared from here on.
  uninitialised() {
    const start = this.#text.lastIndexOf('\n', this.#at - 1) + 1;
    const declared = (name) => new RegExp(
      `\\b(?:let|const|class)\\s+(?:[^;=]*[\\s,{[])?${name.replace(/\$/g, '\\$')}\\b`)
      .test(this.#text.slice(start)) ||
      new RegExp(`[,(]\\s*${name}\\s*[,)=]`).test(this.after(40));
    const names = [.../(?:[\w$]+\s*)?$/.exec(this.before(60))[0].match(/[A-Za-z_$][\w$]*/g) ?? [],
      ...this.after(200).split('\n')[0].match(/(?<![.\w$'"])[A-Za-z_$][\w$]*/g) ?? []];
    const found = names.find((name) => !keywords.has(name) && declared(name)) ??
      this.member().key; // of a namespace
    return found === undefined ? 'variable' : `'${found}'`;
  }
}

const keywords = new Set(('let const class var function return typeof new if else for while of ' +
  'in true false null undefined this await async yield throw extends super').split(' '));

// The first place in a file of the program's, and the function of the engine's above it.
function siteOf(trace) {
  const lines = trace.split('\n');
  let callee;
  for (let i = 0; i < lines.length && i < 4; i++) {
    const native = /^(.*)@\[native code\]$/.exec(lines[i]);
    if (native !== null) {
      if (i > 0 && callee === undefined) break; // it called what is above, made by eval
      callee = native[1];
      continue;
    }
    const place = /@(.*?)(?:#gyre-import-\d+)?:(\d+):(\d+)$/.exec(lines[i]);
    if (place === null) continue;
    const text = textOf(place[1]);
    if (text === undefined) break;
    const line = Number(place[2]);
    const shift = require('internal/modules/positions').shiftOf(place[1], line);
    const at = offsetOf(text, line, Number(place[3]) - shift);
    const site = new Site(text, at, callee, /^(.*)@$/.exec(lines[0])?.[1]);
    site.isModule = place[1].startsWith('file:');
    return site;
  }
  return new Site('', 0, callee, /^(.*)@$/.exec(lines[0])?.[1]);
}

exports.literal = literal;
exports.asText = asText;
exports.printed = printed;
exports.siteOf = siteOf;
