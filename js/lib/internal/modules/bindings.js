// SPDX-License-Identifier: MIT
// Which module finally provides an exported name, and what is wrong if none does. A module here has
// either an `analysis` (analyze.js) of its text and its `dependencies`, or only the `names` that it
// exports. record.js links with this; where the engine links, it explains the engine's errors.
'use strict';
const { syntaxError } = require('internal/modules/parse');

const AMBIGUOUS = Symbol('ambiguous');

function starsOf(module) {
  if (module.analysis === undefined) return [];
  return module.analysis.starExports.map((request) => dependencyOf(module, request));
}

// By specifier: the engine has each once, whatever its attributes.
function dependencyOf(module, request) {
  const { specifier } = module.analysis.requests[request];
  const at = module.requests.findIndex((one) => one.specifier === specifier);
  return module.dependencies[at];
}

function ownNames({ analysis, names }) {
  if (analysis === undefined) return names;
  return [...analysis.localExports.keys(), ...analysis.indirectExports.keys()];
}

function exportNames(module, seen = new Set()) {
  const names = new Set();
  if (seen.has(module)) return names;
  seen.add(module);
  for (const name of ownNames(module)) names.add(name);
  for (const other of starsOf(module)) {
    for (const name of exportNames(other, seen)) if (name !== 'default') names.add(name);
  }
  return names;
}

// { module, name }, name '*' for the namespace of the module; null or AMBIGUOUS. If `step` is given
// ({ owner, entry }, the step that leads here), there is an error instead. It is about the last
// step, and a cycle counts only if no `export *` is on the way, as in V8.
function resolveExport(module, name, seen = new Set(), step = undefined) {
  if (module.analysis === undefined) {
    if (module.names.includes(name)) return { module, name };
    return refuse(step, null, module.describeMissing);
  }
  const key = `${module.url}\0${name}`;
  if (seen.has(key)) return refuse(step, null, describeCycle);
  const { localExports, indirectExports } = module.analysis;
  if (localExports.has(name)) return { module, name };
  seen.add(key);
  const indirect = indirectExports.get(name);
  if (indirect !== undefined) {
    const other = dependencyOf(module, indirect.request);
    if (indirect.name === '*') return { module: other, name: '*' };
    return resolveExport(
      other, indirect.name, seen, step && { owner: module, entry: indirect });
  }
  return refuse(step, name === 'default' ? null : resolveStar(module, name, seen));
}

function resolveStar(module, name, seen) {
  let found = null;
  for (const other of starsOf(module)) {
    const one = resolveExport(other, name, seen);
    if (one === AMBIGUOUS) return one;
    if (one === null) continue;
    if (found !== null && (found.module !== one.module || found.name !== one.name)) {
      return AMBIGUOUS;
    }
    found = one;
  }
  return found;
}

// What was found, if that is something or nobody needs it.
function refuse(step, found, describe = describeMissing) {
  if (step === undefined || (found !== null && found !== AMBIGUOUS)) return found;
  const { owner, entry: { request, name, node } } = step;
  const { specifier } = owner.analysis.requests[request];
  const { source } = owner;
  const list = /\{[^{}\n]*\}/.exec(source.slice(source.lastIndexOf('{', node.start)));
  throw errorAt(owner, node, describe(specifier, name, found === AMBIGUOUS, list?.[0]));
}

// What a module imports: { local, module, name } each. Throws if something that it imports or
// re-exports does not exist; first for the first local name, in V8's order.
function resolveImports(module) {
  const { imports, indirectExports } = module.analysis;
  const order = [...imports].sort((a, b) => (a.local < b.local ? -1 : 1));
  for (const entry of order) resolveImport(module, entry);
  for (const entry of indirectExports.values()) resolveImport(module, entry);
  return imports.map((entry) => ({ local: entry.local, ...resolveImport(module, entry) }));
}

function resolveImport(module, entry) {
  const other = dependencyOf(module, entry.request);
  if (entry.name === '*') return { module: other, name: '*' };
  return resolveExport(other, entry.name, new Set(), { owner: module, entry });
}

function describeMissing(specifier, name, isAmbiguous) {
  if (isAmbiguous) {
    return `The requested module '${specifier}' contains conflicting star exports for name ` +
      `'${name}' with the previous requested module`;
  }
  return `The requested module '${specifier}' does not provide an export named '${name}'`;
}

function describeCycle(specifier, name) {
  return `Detected cycle while resolving name '${name}' in '${specifier}'`;
}

function errorAt({ source, url }, node, message) {
  const place = node.imported ?? node.local ?? node;
  const before = source.slice(0, place.start).split(/\r\n|[\n\r\u2028\u2029]/);
  return syntaxError(message, source, url, before.length, before.at(-1).length,
    place.end - place.start);
}

exports.AMBIGUOUS = AMBIGUOUS;
exports.exportNames = exportNames;
exports.resolveExport = resolveExport;
exports.resolveImports = resolveImports;
