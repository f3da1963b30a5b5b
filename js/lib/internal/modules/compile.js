// SPDX-License-Identifier: MIT
// Compiles the text of a CommonJS module, or the body of another function, to a function.
'use strict';
const { setShift } = require('internal/modules/positions');
const script = binding('script');

const wrapper = [
  '(function (exports, require, module, __filename, __dirname) { ', '\n});',
];

// The text without byte order mark, and with a first line #! that the engine skips.
function plainText(source) {
  if (source.charCodeAt(0) === 0xfeff) source = source.slice(1);
  return source.startsWith('#!') ? `//${source.slice(2)}` : source;
}

const hasImport = /\bimport\b\s*(?:\/[/*]|\()/;

// The compile cache (internal/modules/compile_cache.js). A program that has little text starts as
// fast without one, and does not look for it.
const LITTLE = 65536; // characters
let seen = 0;
let cache; // null: there is none

function cacheFor(text) {
  if (cache === undefined && (seen += text.length) > LITTLE) {
    cache = null;
    cache = require('internal/modules/compile_cache').startAutomatic() ?? null;
  }
  return cache;
}

// function (parameters) { source }, for the file or script called `url`. If the engine's own
// import() does not reach us (js/engine/host.c), it is replaced by a call of ours in the text.
function compileFunction(source, url, parameters, base = url) {
  const importing = withImports(source, base);
  const names = importing === undefined ? parameters : `${parameters}, ${importing.name}`;
  const head = `(function (${names}) {`;
  setShift(url, head.length);
  let made;
  try {
    const text = `${head}${importing?.text ?? source}\n})`;
    made = cacheFor(text)?.evaluate(text, url) ?? script.evaluate(text, url);
  } catch (error) {
    throw require('internal/modules/parse').locate(error, source, url);
  }
  // What stack traces call the code of a file outside of all functions.
  Object.defineProperty(made, 'displayName', { value: 'Object.<anonymous>' });
  if (importing === undefined) return made;
  return function withImport(...args) {
    return Reflect.apply(made, this, [...args, importing.importDynamic]);
  };
}

// The text without import(), undefined if it has none or cannot be parsed: the engine says why.
function withImports(source, base) {
  if (!source.includes('import') || !hasImport.test(source)) return undefined;
  if (require.imports && binding('engine').canImport()) return undefined;
  const { parseCommon } = require('internal/modules/parse');
  const { walk } = require('internal/modules/tree');
  const nodes = [];
  try {
    walk(parseCommon(source), (node) => {
      if (node.type === 'ImportExpression') nodes.push(node);
    });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (nodes.length === 0) return undefined;
  const { text, name } = require('internal/modules/rewrite').rewriteImports(nodes, source);
  return { text, name, importDynamic: importFrom(base, 'importRewritten') };
}

// import() for the text of a file or a script.
function importFrom(base, way = 'importModule') {
  return (specifier, options) => {
    const esm = require('internal/modules/esm');
    const from = base[0] === '/' ? esm.pathToURL(base) : base;
    return esm[way](specifier, from, options);
  };
}

// A script (-e, vm, the prompt) for the engine: import() is seen from `base`, a path or a URL.
function scriptText(source, base) {
  const importing = withImports(source, base);
  if (importing === undefined) return source;
  const { text, name, importDynamic } = importing;
  Object.defineProperty(globalThis, name, { value: importDynamic, configurable: true });
  return text;
}

// What `new Function` and the like make of the words, with the import() of the caller; undefined if
// the words have no import(). `keyword` is the kind, for instance 'async function'.
function importingFunction(keyword, words, base) {
  const body = words.length > 0 ? words[words.length - 1] : '';
  const parameters = words.slice(0, -1).join(',');
  const importing = withImports(`(${keyword} anonymous(${parameters}\n) {\n${body}\n})`,
    base === undefined || /^[^/:]*$/.test(base) ? `${process.cwd()}/[eval]` : base);
  if (importing === undefined) return undefined;
  const { text, name, importDynamic } = importing;
  return script.evaluate(`(function (${name}) { return ${text}; })`, base)(importDynamic);
}

const commonParameters = 'exports, require, module, __filename, __dirname';

function compileCommon(source, filename) {
  return compileFunction(plainText(source), filename, commonParameters);
}

exports.cacheBy = (found) => { cache = found; };
exports.cacheFor = cacheFor;
exports.wrapper = wrapper;
exports.plainText = plainText;
exports.importFrom = importFrom;
exports.scriptText = scriptText;
exports.importingFunction = importingFunction;
exports.compileFunction = compileFunction;
exports.compileCommon = compileCommon;
