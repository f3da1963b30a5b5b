// SPDX-License-Identifier: MIT
// Finds where the text of a module uses the names that it imports, as opposed to variables of the
// same name in an inner scope. For internal/modules/rewrite.js.
'use strict';
const { partsOf, isPlainName, namesOf } = require('internal/modules/tree');

// The names that `var` and functions declare for a whole function body.
function variablesOf(body) {
  const names = [];
  const search = (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const { id } of node.declarations) namesOf(id, names);
    }
    for (const part of partsOf(node)) {
      const value = node[part];
      for (const one of Array.isArray(value) ? value : [value]) {
        if (one && !/Function|^Class|^StaticBlock/.test(one.type)) search(one);
      }
    }
  };
  search(body);
  return names;
}

// The names that the statements of a block declare for it.
function declarationsOf(statements) {
  const names = [];
  for (const node of statements) {
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const { id } of node.declarations) namesOf(id, names);
    } else if (/^(Function|Class)Declaration$/.test(node.type)) {
      names.push(node.id.name);
    }
  }
  return names;
}

function scopeNames(node) {
  switch (node.type) {
    case 'BlockStatement': return declarationsOf(node.body);
    case 'StaticBlock': return declarationsOf(node.body).concat(variablesOf(node));
    case 'SwitchStatement': return declarationsOf(node.cases.flatMap((one) => one.consequent));
    case 'ForStatement': return node.init ? declarationsOf([node.init]) : [];
    case 'ForInStatement':
    case 'ForOfStatement': return declarationsOf([node.left]);
    case 'CatchClause': return namesOf(node.param);
    case 'ClassDeclaration':
    case 'ClassExpression': return node.id ? [node.id.name] : [];
    default: return [];
  }
}

class Finder {
  constructor(names, found) {
    this.hidden = new Map([...names].map((name) => [name, 0]));
    this.found = found;
  }

  within(names, action) {
    const own = names.filter((name) => this.hidden.has(name));
    for (const name of own) this.hidden.set(name, this.hidden.get(name) + 1);
    action();
    for (const name of own) this.hidden.set(name, this.hidden.get(name) - 1);
  }

  visit(node, parent, statement) {
    if (node.type === 'Identifier') {
      if (this.hidden.get(node.name) === 0) this.found(node, parent, statement);
    } else if (/Function/.test(node.type)) {
      this.visitFunction(node);
    } else {
      const names = scopeNames(node);
      if (names.length > 0) this.within(names, () => this.visitParts(node, statement));
      else this.visitParts(node, statement);
    }
  }

  visitParts(node, statement) {
    const inner = node.type === 'ExpressionStatement' ? node : statement;
    for (const part of partsOf(node)) {
      if (isPlainName(node, part)) continue;
      this.visitValue(node[part], node, inner);
    }
  }

  visitValue(value, parent, statement) {
    if (Array.isArray(value)) {
      for (const one of value) if (one) this.visit(one, parent, statement);
    } else if (value) {
      this.visit(value, parent, statement);
    }
  }

  visitFunction(node) {
    const names = node.params.flatMap((one) => namesOf(one));
    if (node.id && node.type === 'FunctionExpression') names.push(node.id.name);
    if (node.type !== 'ArrowFunctionExpression') names.push('arguments');
    this.within(names, () => {
      this.visitValue(node.params, node);
      const inner = node.body.type === 'BlockStatement' ? variablesOf(node.body) : [];
      this.within(inner, () => this.visit(node.body, node));
    });
  }
}

// Calls found(identifier, parent, statement) for each use of one of the names; `statement` is the
// expression statement around it, if there is one.
function findReferences(tree, names, found) {
  new Finder(names, found).visit(tree, null);
}

exports.findReferences = findReferences;
