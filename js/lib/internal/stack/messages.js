// SPDX-License-Identifier: MIT
// What the engine says about mistakes in a program, in the words of Node's engine, as far as the
// engine's words tell enough. Programs and people look for those.
'use strict';

// The last step of an expression: what was read from the value that has no properties.
function lastKey(expression) {
  const member = /(?:\?\.|\.)\s*(#?[\w$]+)\s*(?:\(.*)?$/s.exec(expression);
  if (member !== null) return member[1];
  const index = /\[\s*(['"]?)([^[\]]*?)\1\s*\]\s*(?:\(.*)?$/s.exec(expression);
  return index === null ? undefined : index[2];
}

function noObject(all, value, expression) {
  const assignment = /^(.*?[\w$\])])\s*=(?!=)/s.exec(expression);
  const key = lastKey(assignment === null ? expression : assignment[1]);
  if (key === undefined) return all;
  return assignment === null ? `Cannot read properties of ${value} (reading '${key}')` :
    `Cannot set properties of ${value} (setting '${key}')`;
}

const rules = [
  [/^Can't find variable: (.+)$/, '$1 is not defined'],
  [/^(null|undefined) is not an object \(evaluating '(.*)'\)$/s, noObject],
  [/^(.+) is not a function\. \(In '.*', '.*' is .*\)$/s, '$1 is not a function'],
  [/^(.+) is not a constructor \(evaluating '.*'\)$/s, '$1 is not a constructor'],
  [/^Cannot call a class constructor (.+) without \|new\|$/,
    "Class constructor $1 cannot be invoked without 'new'"],
  [/^Cannot call a class constructor without \|new\|$/,
    "Class constructor cannot be invoked without 'new'"],
  [/^Cannot access '(.+)' before initialization\.$/, "Cannot access '$1' before initialization"],
  [/^Cannot access uninitialized variable\.$/, 'Cannot access variable before initialization'],
  [/^Maximum call stack size exceeded\.$/, 'Maximum call stack size exceeded'],
  [/^(.+) is not a function \(evaluating '.*'\)$/s, '$1 is not a function'],
  [/^Unexpected end of script$/, 'Unexpected end of input'],
  [/^Unexpected token '(.+?)'\..*$/s, "Unexpected token '$1'"],
  [/^Unexpected identifier '(.+?)'\..*$/s, "Unexpected identifier '$1'"],
  [/^Attempted to assign to readonly property\.$/, 'Cannot assign to read only property'],
  [/^Attempting to define property on object that is not extensible\.$/,
    'Cannot define property, object is not extensible'],
  [/^Unable to delete property\.$/, 'Cannot delete property'],
  [/^Cannot convert a symbol to a string$/, 'Cannot convert a Symbol value to a string'],
  [/^Proxy object's 'target' has the non-configurable property '(.+)' that was .* 'ownKeys' trap$/,
    "'ownKeys' on proxy: trap result did not include '$1'"],
  [/^Unexpected EOF$/, 'Unexpected end of input'],
];

function translateMessage(name, message) {
  const rule = rules.find((one) => one[0].test(message));
  return rule === undefined ? message : message.replace(rule[0], rule[1]);
}

exports.translateMessage = translateMessage;
