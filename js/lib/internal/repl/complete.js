// SPDX-License-Identifier: MIT
// Completion at the prompt: commands, names, properties, modules and files. Used by repl.js.
'use strict';

const keywords = [
  'async', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default',
  'delete', 'do', 'else', 'export', 'false', 'finally', 'for', 'function', 'if', 'import', 'in',
  'instanceof', 'let', 'new', 'null', 'return', 'static', 'super', 'switch', 'this', 'throw',
  'true', 'try', 'typeof', 'undefined', 'var', 'void', 'while', 'with', 'yield',
];
const isName = /^[A-Za-z_$][\w$]*$/;

function propertyNames(object) {
  const names = new Set();
  for (let at = Object(object), depth = 0; at !== null && depth < 20; depth++) {
    for (const name of Object.getOwnPropertyNames(at)) if (isName.test(name)) names.add(name);
    at = Object.getPrototypeOf(at);
  }
  return [...names];
}

// A chain of plain names: looking at it calls no function, but getters.
function valueOf(chain, scope) {
  const [first, ...steps] = chain.split(/\??\./);
  let value = scope.get(first);
  for (const step of steps) {
    if (value === null || value === undefined) return undefined;
    value = Object(value)[step];
  }
  return value;
}

function starting(names, prefix) {
  return names.filter((name) => name.startsWith(prefix)).sort();
}

function modules(prefix) {
  const { builtinModules } = require('internal/modules/builtins');
  const plain = starting(builtinModules(), prefix);
  return prefix.startsWith('node:') ?
    starting(builtinModules().map((name) => `node:${name}`), prefix) : plain;
}

function files(prefix) {
  const fs = require('fs');
  const slash = prefix.lastIndexOf('/') + 1;
  const directory = prefix.slice(0, slash);
  try {
    return fs.readdirSync(directory === '' ? '.' : directory, { withFileTypes: true })
      .map((entry) => `${directory}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .filter((name) => name.startsWith(prefix)).sort();
  } catch {
    return []; // no such directory: nothing to offer
  }
}

// [completions, the part of the line that they would replace]. `scope` has names(), and get(name).
function complete(line, scope, commands) {
  const command = /^\s*\.(\w*)$/.exec(line);
  if (command !== null) return [starting(commands, command[1]), command[1]];
  const path = /^\s*\.(?:load|save)\s+(.*)$/.exec(line);
  if (path !== null) return [files(path[1]), path[1]];
  const required = /\b(?:require|import)\s*\(\s*['"`]([^'"`]*)$/.exec(line);
  if (required !== null) {
    const [, prefix] = required;
    return [/^\.{0,2}\//.test(prefix) ? files(prefix) : modules(prefix), prefix];
  }
  const member = /([A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)\??\.([\w$]*)$/.exec(line);
  if (member !== null) {
    const [, chain, prefix] = member;
    let value;
    try {
      value = valueOf(chain, scope);
    } catch {
      return [[], line]; // a getter threw, or there is no such name
    }
    if (value === undefined || value === null) return [[], line];
    const dot = line.endsWith(`?.${prefix}`) ? '?.' : '.';
    return [starting(propertyNames(value), prefix).map((name) => chain + dot + name),
      chain + dot + prefix];
  }
  const [word] = /[A-Za-z_$][\w$]*$/.exec(line) ?? [''];
  if (word === '' && line.trim() !== '') return [[], line];
  const names = new Set([...keywords, ...scope.names()]);
  return [starting([...names], word), word];
}

exports.complete = complete;
exports.propertyNames = propertyNames;
