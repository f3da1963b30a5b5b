// SPDX-License-Identifier: MIT
// The tree that the parser makes (ESTree): which members of a node are nodes.
'use strict';

const none = [];
const body = ['body'];
const argument = ['argument'];
const functionParts = ['id', 'params', 'body'];
const classParts = ['id', 'superClass', 'body'];
const loop = ['left', 'right', 'body'];
const pair = ['left', 'right'];
const member = ['key', 'value'];

const parts = {
  __proto__: null,
  ArrayExpression: ['elements'],
  ArrayPattern: ['elements'],
  ArrowFunctionExpression: ['params', 'body'],
  AssignmentExpression: pair,
  AssignmentPattern: pair,
  AwaitExpression: argument,
  BinaryExpression: pair,
  BlockStatement: body,
  BreakStatement: none,
  CallExpression: ['callee', 'arguments'],
  CatchClause: ['param', 'body'],
  ChainExpression: ['expression'],
  ClassBody: body,
  ClassDeclaration: classParts,
  ClassExpression: classParts,
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  ContinueStatement: none,
  DebuggerStatement: none,
  DoWhileStatement: ['body', 'test'],
  EmptyStatement: none,
  ExportAllDeclaration: none,
  ExportDefaultDeclaration: ['declaration'],
  ExportNamedDeclaration: ['declaration'],
  ExpressionStatement: ['expression'],
  ForInStatement: loop,
  ForOfStatement: loop,
  ForStatement: ['init', 'test', 'update', 'body'],
  FunctionDeclaration: functionParts,
  FunctionExpression: functionParts,
  Identifier: none,
  IfStatement: ['test', 'consequent', 'alternate'],
  ImportDeclaration: none,
  ImportExpression: ['source', 'options'],
  LabeledStatement: body,
  Literal: none,
  LogicalExpression: pair,
  MemberExpression: ['object', 'property'],
  MetaProperty: none,
  MethodDefinition: member,
  NewExpression: ['callee', 'arguments'],
  ObjectExpression: ['properties'],
  ObjectPattern: ['properties'],
  ParenthesizedExpression: ['expression'],
  PrivateIdentifier: none,
  Program: body,
  Property: member,
  PropertyDefinition: member,
  RestElement: argument,
  ReturnStatement: argument,
  SequenceExpression: ['expressions'],
  SpreadElement: argument,
  StaticBlock: body,
  Super: none,
  SwitchCase: ['test', 'consequent'],
  SwitchStatement: ['discriminant', 'cases'],
  TaggedTemplateExpression: ['tag', 'quasi'],
  TemplateElement: none,
  TemplateLiteral: ['expressions'],
  ThisExpression: none,
  ThrowStatement: argument,
  TryStatement: ['block', 'handler', 'finalizer'],
  UnaryExpression: argument,
  UpdateExpression: argument,
  VariableDeclaration: ['declarations'],
  VariableDeclarator: ['id', 'init'],
  WhileStatement: ['test', 'body'],
  WithStatement: ['object', 'body'],
  YieldExpression: argument,
};

// The members of a node that are nodes, or lists of nodes; null where one is left out.
function partsOf(node) {
  const found = parts[node.type];
  if (found === undefined) throw new Error(`the module loader does not know ${node.type}`);
  return found;
}

// Whether what a member holds is a name that belongs to the object, not a variable.
function isPlainName(node, part) {
  return !node.computed && (
    (part === 'property' && node.type === 'MemberExpression') ||
    (part === 'key' && (node.type === 'Property' || node.type === 'MethodDefinition' ||
      node.type === 'PropertyDefinition')));
}

// Calls visit(node, parent) for each node, outside first.
function walk(node, visit, parent = null) {
  visit(node, parent);
  const members = partsOf(node);
  for (let i = 0; i < members.length; i++) {
    const value = node[members[i]];
    if (value === null || value === undefined) continue;
    if (Array.isArray(value)) {
      for (let k = 0; k < value.length; k++) if (value[k] !== null) walk(value[k], visit, node);
    } else {
      walk(value, visit, node);
    }
  }
}

// The names that a pattern binds: x, { a, b: [c] }, ...rest.
function namesOf(pattern, names = []) {
  switch (pattern?.type) {
    case 'Identifier': names.push(pattern.name); break;
    case 'ObjectPattern':
      for (const property of pattern.properties) namesOf(property.value ?? property, names);
      break;
    case 'ArrayPattern': for (const element of pattern.elements) namesOf(element, names); break;
    case 'AssignmentPattern': namesOf(pattern.left, names); break;
    case 'RestElement': namesOf(pattern.argument, names); break;
    default: // a member of an object, or a hole
  }
  return names;
}

exports.partsOf = partsOf;
exports.isPlainName = isPlainName;
exports.walk = walk;
exports.namesOf = namesOf;
