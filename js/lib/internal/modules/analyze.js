// SPDX-License-Identifier: MIT
// What an ES module imports and exports, and which parts of its text have to be rewritten
// (internal/modules/rewrite.js) so that it can run as a function.
'use strict';
const { partsOf, walk, namesOf } = require('internal/modules/tree');

const nameOf = (node) => (node.type === 'Identifier' ? node.name : node.value);

class Analysis {
  requests = []; // { specifier, attributes, node }: each once, in order
  imports = []; // { local, request, name, node }: name '*' is the namespace
  localExports = new Map(); // exported name -> local name
  indirectExports = new Map(); // exported name -> { request, name, node }
  starExports = []; // requests
  defaultName = undefined; // the local name of the default export, undefined: it has none
  awaits = []; // { node, statement } outside of functions
  loops = []; // { node, outer } of `for await` outside of functions; outer has its labels
  dynamicImports = []; // nodes
  metas = []; // nodes
  assigned = new Set(); // names that are assigned to anywhere
  constants = new Set(); // names of const, of the module itself
  evaluates = false; // has a direct eval, which may assign to anything

  constructor(tree) {
    this.tree = tree;
  }

  get isAsync() {
    return this.awaits.length > 0 || this.loops.length > 0;
  }

  // Whether an exported variable has its last value when the module has run.
  isStable(local) {
    return this.constants.has(local) || (!this.evaluates && !this.assigned.has(local));
  }
}

function attributesOf(node) {
  const attributes = { __proto__: null };
  for (const attribute of node.attributes ?? []) {
    attributes[nameOf(attribute.key)] = attribute.value.value;
  }
  return attributes;
}

function addRequest(analysis, node) {
  const specifier = node.source.value;
  const attributes = attributesOf(node);
  const { type } = attributes;
  const same = analysis.requests.findIndex((request) => (
    request.specifier === specifier && request.attributes.type === type));
  if (same !== -1) return same;
  return analysis.requests.push({ specifier, attributes, node }) - 1;
}

function readImport(analysis, node) {
  const request = addRequest(analysis, node);
  for (const specifier of node.specifiers) {
    let name = '*';
    if (specifier.type === 'ImportDefaultSpecifier') name = 'default';
    else if (specifier.type === 'ImportSpecifier') name = nameOf(specifier.imported);
    analysis.imports.push({ local: specifier.local.name, request, name, node: specifier });
  }
}

function readExportNamed(analysis, node) {
  const { declaration } = node;
  if (declaration?.type === 'VariableDeclaration') {
    for (const { id } of declaration.declarations) {
      for (const name of namesOf(id)) analysis.localExports.set(name, name);
    }
    return;
  }
  if (declaration) {
    analysis.localExports.set(declaration.id.name, declaration.id.name);
    return;
  }
  const request = node.source ? addRequest(analysis, node) : -1;
  for (const specifier of node.specifiers) {
    const exported = nameOf(specifier.exported);
    if (request === -1) {
      analysis.localExports.set(exported, specifier.local.name);
    } else {
      analysis.indirectExports.set(
        exported, { request, name: nameOf(specifier.local), node: specifier });
    }
  }
}

function readExportAll(analysis, node) {
  const request = addRequest(analysis, node);
  if (node.exported) {
    analysis.indirectExports.set(nameOf(node.exported), { request, name: '*', node });
  } else {
    analysis.starExports.push(request);
  }
}

function readExportDefault(analysis, node) {
  const { declaration } = node;
  const named = /Declaration$/.test(declaration.type) && declaration.id;
  analysis.defaultName = named ? declaration.id.name : null;
  analysis.localExports.set('default', analysis.defaultName);
}

function readStatement(analysis, node) {
  switch (node.type) {
    case 'ImportDeclaration': readImport(analysis, node); break;
    case 'ExportNamedDeclaration': readExportNamed(analysis, node); break;
    case 'ExportAllDeclaration': readExportAll(analysis, node); break;
    case 'ExportDefaultDeclaration': readExportDefault(analysis, node); break;
    default:
  }
  const declaration = node.declaration ?? node;
  if (declaration.type === 'VariableDeclaration' && declaration.kind === 'const') {
    for (const { id } of declaration.declarations) {
      for (const name of namesOf(id)) analysis.constants.add(name);
    }
  }
}

// What is imported and exported again is a binding of the other module.
function settleReexports(analysis) {
  for (const { local, request, name, node } of analysis.imports) {
    for (const [exported, own] of analysis.localExports) {
      if (own === local) {
        analysis.localExports.delete(exported);
        analysis.indirectExports.set(exported, { request, name, node });
      }
    }
  }
}

const isFunction = (node) => /Function/.test(node.type);

// Finds what matters in the whole text, including functions.
function readExpressions(analysis, node) {
  switch (node.type) {
    case 'ImportExpression': analysis.dynamicImports.push(node); break;
    case 'MetaProperty': if (node.meta.name === 'import') analysis.metas.push(node); break;
    case 'AssignmentExpression':
      for (const name of namesOf(node.left)) analysis.assigned.add(name);
      break;
    case 'UpdateExpression':
      if (node.argument.type === 'Identifier') analysis.assigned.add(node.argument.name);
      break;
    case 'ForInStatement':
    case 'ForOfStatement':
      for (const name of namesOf(node.left)) analysis.assigned.add(name);
      break;
    case 'CallExpression': if (node.callee.name === 'eval') analysis.evaluates = true; break;
    default:
  }
}

// `await` belongs to the module if no function is around it; the parts of a class that run as
// functions cannot have one. `labeled` is the outermost label of the statement, `statement` the
// expression statement around the node.
function findAwaits(analysis, node, statement, labeled) {
  if (isFunction(node)) return;
  if (node.type === 'ExpressionStatement') statement = node;
  if (node.type === 'AwaitExpression') analysis.awaits.push({ node, statement });
  else if (node.type === 'ForOfStatement' && node.await) {
    analysis.loops.push({ node, outer: labeled ?? node });
  }
  const label = node.type === 'LabeledStatement' ? labeled ?? node : undefined;
  for (const part of partsOf(node)) {
    const value = node[part];
    if (Array.isArray(value)) {
      for (const one of value) if (one) findAwaits(analysis, one, statement);
    } else if (value) {
      findAwaits(analysis, value, statement, label);
    }
  }
}

function analyze(tree, source) {
  const analysis = new Analysis(tree);
  for (const node of tree.body) readStatement(analysis, node);
  settleReexports(analysis);
  walk(tree, (node) => readExpressions(analysis, node));
  if (source.includes('await')) findAwaits(analysis, tree, null);
  return analysis;
}

// Whether the text is that of an ES module: it has what only those can have.
function isModuleSyntax(analysis) {
  return analysis.metas.length > 0 || analysis.isAsync ||
    analysis.tree.body.some((node) => /^(Import|Export)\w*Declaration$/.test(node.type));
}

exports.analyze = analyze;
exports.isModuleSyntax = isModuleSyntax;
