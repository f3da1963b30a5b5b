// SPDX-License-Identifier: MIT
// How util.inspect names an object: its constructor, its tag, the text before the brace.
'use strict';

// The constructors of the language: their prototypes' properties are well known. (URL, Buffer and
// the like are classes of the library.)
const builtins = new RegExp('^(Object|Function|Array|Number|Boolean|String|Symbol|Date|Promise|' +
  'RegExp|(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error|JSON|Math|Intl|DataView|' +
  '(Shared)?ArrayBuffer|Atomics|(Ui|I)nt(8|16|32)Array|Float(32|64)Array|Uint8ClampedArray|' +
  'Big(Uint|Int)64Array|BigInt|(Weak)?(Map|Set)|WeakRef|FinalizationRegistry|Proxy|Reflect|' +
  'WebAssembly)$');
function isBuiltin(name) {
  return builtins.test(name);
}

function isInstance(value, constructor) {
  try {
    return value instanceof constructor;
  } catch {
    return false;
  }
}

const ownConstructor = Object.getOwnPropertyDescriptor;

// Where along the prototypes the constructor is found that made the value: its name, and how far.
function findConstructor(value) {
  for (let at = value, steps = 0; at !== null && at !== undefined;
    at = Object.getPrototypeOf(at), steps++) {
    const made = ownConstructor(at, 'constructor')?.value;
    if (typeof made === 'function' && made.name !== '' && isInstance(value, made)) {
      return { name: String(made.name), steps };
    }
  }
  return undefined;
}

// null: it has no prototype. A name in angle brackets: its constructor is unknown.
function constructorName(context, value, depth) {
  const found = findConstructor(value);
  if (found !== undefined) return found.name;
  const first = Object.getPrototypeOf(value);
  if (first === null) return null;
  const own = nativeName(value);
  if (depth > context.depth && context.depth !== null) return `${own} <Complex prototype>`;
  const above = constructorName(context, first, depth + 1);
  if (above !== null) return `${own} <${above}>`;
  const shown = require('internal/inspect').inspect(first, {
    ...context.options(), customInspect: false, depth: -1,
  });
  return `${own} <${shown}>`;
}

function nativeName(value) {
  return typeof value === 'function' ? 'Function' :
    Object.prototype.toString.call(value).slice(8, -1);
}

function prefix(constructor, tag, fallback, size = '') {
  if (constructor === null) {
    return tag !== '' && fallback !== tag ? `[${fallback}${size}: null prototype] [${tag}] ` :
      `[${fallback}${size}: null prototype] `;
  }
  return tag !== '' && constructor !== tag ? `${constructor}${size} [${tag}] ` :
    `${constructor}${size} `;
}

// The tag, if it is not shown as a property anyway.
function tagOf(context, value) {
  const tag = value[Symbol.toStringTag];
  if (typeof tag !== 'string' || tag === '') return '';
  const shown = context.showHidden ? Object.hasOwn(value, Symbol.toStringTag) :
    Object.prototype.propertyIsEnumerable.call(value, Symbol.toStringTag);
  return shown ? '' : tag;
}

function className(value, constructor, tag) {
  const name = (Object.hasOwn(value, 'name') && value.name) || '(anonymous)';
  let text = `class ${name}`;
  if (constructor !== 'Function' && constructor !== null) text += ` [${constructor}]`;
  if (tag !== '' && constructor !== tag) text += ` [${tag}]`;
  if (constructor === null) return `[${text} extends null]`;
  const above = Object.getPrototypeOf(value).name;
  return above ? `[${text} extends ${above}]` : `[${text}]`;
}

const comments = /(\/\/.*?\n)|(\/\*(.|\n)*?\*\/)/g;

function isClass(text) {
  if (!text.startsWith('class') || !text.endsWith('}')) return false;
  const head = text.slice(5, -1);
  const brace = head.indexOf('{');
  return brace !== -1 && (!head.slice(0, brace).includes('(') ||
    /^(\s+[^(]*?)\s*{/.test(head.replace(comments, '')));
}

function functionName(value, constructor, tag) {
  if (isClass(Function.prototype.toString.call(value))) return className(value, constructor, tag);
  const sort = require('internal/util/types').functionSort(value);
  const type = `${sort.startsWith('async') ? 'Async' : ''}${
    sort.endsWith('generator') ? 'Generator' : ''}Function`;
  let text = `[${type}`;
  if (constructor === null) text += ' (null prototype)';
  text += value.name === '' ? ' (anonymous)]' : `: ${String(value.name)}]`;
  if (constructor !== type && constructor !== null) text += ` ${constructor}`;
  if (tag !== '' && constructor !== tag) text += ` [${tag}]`;
  return text;
}

module.exports = {
  isBuiltin, findConstructor, constructorName, prefix, tagOf, functionName,
};
