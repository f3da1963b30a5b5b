// SPDX-License-Identifier: MIT
// Rewrites an ES module as a function that the engine can run. Lines stay where they are, and
// columns nearly always: removed text is replaced by blanks.
//
// The function gets import.meta and import(), a function that takes the getters of the exports, and
// the environments of the modules that it imports from. Imported names that cannot change any more
// are constants at its beginning; others are read from the environment where they are used. A
// module that is part of a cycle is a generator: it is started when the modules are linked, so that
// its functions exist, and stops before its first statement until its turn comes. A module that
// awaits is a generator that yields what it awaits.
'use strict';
const { findReferences } = require('internal/modules/references');

const blank = (text) => text.replace(/[^\n\r\u2028\u2029]/g, ' ');
const isName = (text) => /^[A-Za-z_$][\w$]*$/.test(text);
const key = (name) => (isName(name) && name !== '__proto__' ? name : `[${JSON.stringify(name)}]`);
const access = (slot, name) => (
  isName(name) ? `${slot}.${name}` : `${slot}[${JSON.stringify(name)}]`);

// Replacements in a text. Where several are at one place, what closes comes before what opens.
class Edits {
  constructor(source) {
    this.source = source;
    this.list = [];
  }

  replace(start, end, text) { this.list.push({ start, end, text, rank: 2 }); }
  close(position, text) { this.list.push({ start: position, end: position, text, rank: 0 }); }
  open(position, text) { this.list.push({ start: position, end: position, text, rank: 1 }); }

  // Replaces a range by `text`, padded so that what follows stays in its column.
  fill(start, end, text) {
    const old = this.source.slice(start, end);
    const lines = old.replace(/[^\n\r\u2028\u2029]/g, '');
    this.replace(start, end, lines === '' ? text.padEnd(old.length) : text + blank(old));
  }

  remove(start, end) {
    this.replace(start, end, `;${blank(this.source.slice(start + 1, end))}`);
  }

  // Takes the replacements within a range out of the list and gives the text with them.
  take(start, end) {
    const inside = this.list.filter((edit) => edit.start >= start && edit.end <= end);
    this.list = this.list.filter((edit) => !inside.includes(edit));
    return this.apply(inside, start, end);
  }

  apply(list = this.list, start = 0, end = this.source.length) {
    list.sort((a, b) => a.start - b.start || a.rank - b.rank);
    let text = '';
    let at = start;
    for (const edit of list) {
      if (edit.start < at) throw new Error('the module loader made replacements that overlap');
      text += this.source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.source.slice(at, end);
  }
}

// A beginning for names that the source does not have.
function freshPrefix(source) {
  let prefix = '$g';
  for (let i = 0; source.includes(prefix); i++) prefix = `$g${i}_`;
  return prefix;
}

function rewriteStatement(edits, node, prefix) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      edits.remove(node.start, node.end);
      break;
    case 'ExportNamedDeclaration':
      if (node.declaration) edits.fill(node.start, node.declaration.start, '');
      else edits.remove(node.start, node.end);
      break;
    case 'ExportDefaultDeclaration':
      rewriteDefault(edits, node, prefix);
      break;
    default:
  }
}

function rewriteDefault(edits, node, prefix) {
  const { declaration } = node;
  const { source } = edits;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    if (declaration.id) {
      edits.fill(node.start, declaration.start, '');
      return;
    }
    if (declaration.type === 'FunctionDeclaration') {
      const open = source.indexOf('(', declaration.start);
      const star = declaration.generator ? '*' : '';
      const head = `${declaration.async ? 'async ' : ''}function${star} ${prefix}d`;
      edits.fill(node.start, open, head);
      return;
    }
  }
  const after = node.start + /^export\s*(?:\/\*[^]*?\*\/|\/\/.*|\s)*default/.exec(
    source.slice(node.start))[0].length;
  const anonymous = !declaration.id &&
    /^(Class(Declaration|Expression)|(Arrow)?FunctionExpression)$/.test(declaration.type);
  if (!anonymous) {
    edits.fill(node.start, after, `const ${prefix}d =`);
    return;
  }
  // So that it is called "default".
  edits.fill(node.start, after, `const { default: ${prefix}d } = { default:`);
  if (source[node.end - 1] === ';') edits.close(node.end - 1, ' }');
  else edits.close(node.end, ' };');
}

// `await x` as `yield x`, in parentheses if it is part of something; a statement must not begin
// with one, because the line before may have no semicolon.
function rewriteAwait(edits, { node, statement }) {
  const { argument } = node;
  const broken = /[\n\r\u2028\u2029]/.test(edits.source.slice(node.start, argument.start));
  const inner = broken ? 'yield (' : 'yield';
  const end = broken ? ')' : '';
  if (statement?.expression === node) {
    edits.replace(node.start, node.start + 5, inner);
    edits.close(node.end, end);
  } else {
    const start = statement?.start === node.start ? '0,(' : '(';
    edits.replace(node.start, node.start + 5, start + inner);
    edits.close(node.end, `)${end}`);
  }
}

// for await (LEFT of RIGHT) BODY
function rewriteLoop(edits, { node, outer }, prefix, number) {
  const { source } = edits;
  const steps = `${prefix}s${number}`;
  const of = node.left.end + source.slice(node.left.end).search(/\bof\b/) + 2;
  const paren = source.lastIndexOf(')', node.body.start - 1);
  const left = edits.take(node.left.start, node.left.end);
  const target = node.left.type === 'VariableDeclaration' ?
    `${left} = ${prefix}r.value;` : `(${left} = ${prefix}r.value);`;
  edits.open(outer.start, 'try { ');
  edits.replace(node.start, of, `for (const ${prefix}p of ${steps} = ${prefix}t.steps(`);
  const result = `${prefix}r`;
  edits.replace(paren, paren + 1, `)) { const ${result} = ${steps}.take(yield ${prefix}p); ` +
    `if (${result}.done) break; ${target}`);
  edits.close(node.end, ' }');
  edits.close(outer.end, ` } catch (${prefix}x) { ${steps}?.failed(); throw ${prefix}x; } ` +
    `finally { yield ${steps}?.closed; }`);
}

function rewriteAsync(edits, analysis, prefix) {
  const nodes = [
    ...analysis.awaits.map((entry) => ({ entry, write: rewriteAwait })),
    ...analysis.loops.map((entry) => ({ entry, write: rewriteLoop })),
  ];
  // Inner ones first: where several end at one place, theirs is the first end.
  nodes.sort((a, b) => b.entry.node.start - a.entry.node.start);
  nodes.forEach(({ entry, write }, number) => write(edits, entry, prefix, number));
  return nodes.filter(({ write }) => write === rewriteLoop).length === 0 ? '' :
    `let ${nodes.map((_, number) => `${prefix}s${number}`).join(', ')};`;
}

// Uses of live names are read from their module's environment; calls must not get that as `this`.
function rewriteReferences(edits, tree, live) {
  findReferences(tree, live.keys(), (node, parent, statement) => {
    let text = live.get(node.name);
    const called = (parent.type === 'CallExpression' && parent.callee === node) ||
      (parent.type === 'TaggedTemplateExpression' && parent.tag === node);
    if (called) {
      text = statement?.start === node.start ? `0,(0,${text})` : `(0,${text})`;
    } else if (isShorthand(parent, node)) {
      text = `${node.name}: ${text}`;
    }
    edits.replace(node.start, node.end, text);
  });
}

function isShorthand(parent, node) {
  return (parent.type === 'Property' && parent.shorthand) ||
    (parent.type === 'AssignmentPattern' && parent.shorthand && parent.left === node);
}

// What stands before the module's own text, on its first line.
function prologue(analysis, bindings, prefix) {
  const constants = [];
  for (const { local, slot, name, live } of bindings) {
    if (name === '*') constants.push(`${local} = ${prefix}${slot}`);
    else if (!live) constants.push(`${local} = ${access(prefix + slot, name)}`);
  }
  const getters = [...analysis.localExports].map(([exported, local]) => (
    `get ${key(exported)}() { return ${local ?? `${prefix}d`}; }`));
  return `${constants.length > 0 ? `const ${constants.join(', ')};` : ''}` +
    `${prefix}e({ __proto__: null, ${getters.join(', ')} });`;
}

// bindings: { local, slot, name, live } of each imported name; slot is the place of its environment
// (for name '*', of the namespace) among the function's last arguments. Returns { text, head }: the
// function as an expression, and the length of what precedes the module's text.
function rewrite(analysis, source, bindings, slots, isCyclic) {
  const prefix = freshPrefix(source);
  const edits = new Edits(source);
  const { tree } = analysis;
  const live = new Map();
  for (const { local, slot, name, live: isLive } of bindings) {
    if (isLive && name !== '*') live.set(local, access(prefix + slot, name));
  }
  // A module has no `arguments`, the function that it becomes has: this name nobody has.
  if (source.includes('arguments')) live.set('arguments', `${prefix}arguments`);
  for (const node of tree.body) rewriteStatement(edits, node, prefix);
  for (const node of analysis.dynamicImports) edits.fill(node.start, node.start + 6, `${prefix}i`);
  for (const node of analysis.metas) edits.fill(node.start, node.end, `${prefix}m`);
  if (live.size > 0) rewriteReferences(edits, tree, live);
  const variables = analysis.isAsync ? rewriteAsync(edits, analysis, prefix) : '';
  const parameters = ['m', 'i', 'e', 't', ...Array(slots).keys()].map((end) => prefix + end);
  const star = isCyclic || analysis.isAsync ? '*' : '';
  const head = `(function${star} (${parameters.join(', ')}) { 'use strict'; ${variables}` +
    `${prologue(analysis, bindings, prefix)}${nameDefault(analysis, prefix)}` +
    `${isCyclic ? ' yield;' : ''}`;
  return { text: `${head}${edits.apply()}\n})`, head: head.length };
}

// A function that is the default export and has no name is called "default".
function nameDefault(analysis, prefix) {
  const node = analysis.tree.body.find(({ type }) => type === 'ExportDefaultDeclaration');
  const anonymous = node?.declaration.type === 'FunctionDeclaration' && !node.declaration.id;
  return anonymous ? ` ${prefix}t.name(${prefix}d);` : '';
}

// CommonJS: only import() is written differently, as a call of this name.
function rewriteImports(nodes, source) {
  const prefix = freshPrefix(source);
  const edits = new Edits(source);
  for (const node of nodes) edits.fill(node.start, node.start + 6, `${prefix}i`);
  return { text: edits.apply(), name: `${prefix}i` };
}

exports.rewrite = rewrite;
exports.rewriteImports = rewriteImports;
