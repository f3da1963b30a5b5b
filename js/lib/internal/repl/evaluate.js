// SPDX-License-Identifier: MIT
// What the prompt does with a text: run it, ask for more, or rewrite top-level `await` so that it
// can run. Used by repl.js.
'use strict';
const { find } = require('internal/syntax');
const { options } = require('internal/program');

// The text is right as far as it goes.
function Recoverable(error) {
  this.err = error;
}
Object.setPrototypeOf(Recoverable.prototype, SyntaxError.prototype);
Object.setPrototypeOf(Recoverable, SyntaxError);

function isUnfinished(text, found) {
  if (/^Unterminated (?:template|comment|regular)/.test(found.message)) {
    return !found.message.startsWith('Unterminated regular');
  }
  if (/^Unterminated string/.test(found.message)) return /\\\n?$/.test(text);
  return text.slice(found.offset).trim() === '';
}

// Names that a pattern declares.
function namesOf(pattern, names = []) {
  if (pattern === null) return names;
  switch (pattern.type) {
    case 'Identifier': names.push(pattern.name); break;
    case 'ObjectPattern':
      pattern.properties.forEach((one) => namesOf(one.value ?? one, names));
      break;
    case 'ArrayPattern':
      pattern.elements.forEach((one) => namesOf(one, names));
      break;
    case 'AssignmentPattern': namesOf(pattern.left, names); break;
    case 'RestElement': namesOf(pattern.argument, names); break;
    default:
  }
  return names;
}

// The tree of a text, as a script or, with `await` outside of functions, as a module.
function parseAny(text) {
  const { parse } = require('internal/syntax');
  for (const type of ['script', 'module']) {
    try {
      return parse(text, type);
    } catch {
      // then as the other, or not at all
    }
  }
  return { body: [] };
}

// What texts have declared by let, const and class: no object has these names.
function declaredNames(texts) {
  const names = [];
  for (const node of texts.flatMap((text) => parseAny(text).body)) {
    if (node.type === 'ClassDeclaration') names.push(node.id.name);
    if (node.type !== 'VariableDeclaration') continue;
    for (const one of node.declarations) namesOf(one.id, names);
  }
  return names;
}

// The text as the body of an async function: what it declares becomes global, and the value of its
// last expression is returned.
function withAwait(text) {
  const { parse } = require('internal/syntax');
  let tree;
  try {
    tree = parse(text, 'module');
  } catch {
    return undefined;
  }
  const names = [];
  let out = '';
  let at = 0;
  const replace = (start, end, by) => {
    out += text.slice(at, start) + by;
    at = end;
  };
  tree.body.forEach((node, i) => {
    if (node.type === 'VariableDeclaration') {
      for (const one of node.declarations) namesOf(one.id, names);
      const parts = node.declarations.map((one) => (
        `(${text.slice(one.id.start, one.id.end)} = ` +
        `${one.init === null ? 'undefined' : text.slice(one.init.start, one.init.end)})`));
      replace(node.start, node.end, `void (${parts.join(', ')});`);
    } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      names.push(node.id.name);
      replace(node.start, node.start, `${node.id.name} = `);
      replace(node.end, node.end, ';');
    } else if (node.type === 'ExpressionStatement' && i === tree.body.length - 1) {
      const { start, end } = node.expression;
      replace(node.start, node.end, `return { value: (${text.slice(start, end)}) };`);
    }
  });
  out += text.slice(at);
  const head = names.length > 0 ? `var ${names.join(', ')};` : '';
  return { head, body: `(async () => { ${out}\n})()` };
}

// { value }, { promise } or { error }; throws Recoverable if more is to come. `run` runs a script.
function evaluate(text, file, run) {
  if (/^\s*$/.test(text)) return { value: undefined };
  let source = text;
  // What looks like an object is meant as one.
  if (/^\s*\{/.test(text) && !/;\s*$/.test(text) && find(`(${text.trim()})`) === undefined) {
    source = `(${text.trim()})`;
  } else {
    const found = find(text);
    if (found !== undefined) {
      const isAsked = options.experimentalReplAwait !== false && /\bawait\b/.test(text);
      const rewritten = isAsked ? withAwait(text) : undefined;
      if (rewritten !== undefined) return start(rewritten, file, run);
      if (isUnfinished(text, found)) throw new Recoverable(new SyntaxError(found.message));
      return { error: syntaxError(text, found, file, run) };
    }
  }
  try {
    return { value: run(source, file) };
  } catch (error) {
    return { error };
  }
}

// The engine's words for what is wrong, with the line and a caret before them.
function syntaxError(text, found, file, run) {
  let error;
  try {
    run(text, file);
  } catch (thrown) {
    error = thrown;
  }
  if (error?.name !== 'SyntaxError') error = new SyntaxError(found.message);
  require('internal/stack').toNodeForm(error);
  const line = text.split('\n')[found.line - 1];
  error.place = `${line}\n${' '.repeat(found.column - 1)}^\n\n`;
  Object.defineProperty(error, 'place', { enumerable: false });
  return error;
}

function start({ head, body }, file, run) {
  try {
    if (head !== '') run(head, file);
    return { promise: run(body, file).then((result) => result?.value) };
  } catch (error) {
    return { error };
  }
}

exports.Recoverable = Recoverable;
exports.evaluate = evaluate;
exports.declaredNames = declaredNames;
