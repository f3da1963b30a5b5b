// SPDX-License-Identifier: MIT
// The parser (acorn), and errors of syntax that say where: file, line, the line itself and a mark
// below the place, as Node prints them.
'use strict';
const acorn = require('vendor/acorn');
const { placeStack } = require('internal/modules/positions');

// What a program adds to Object.prototype, setters say, is none of the parser's business.
for (const { prototype } of [acorn.Parser, acorn.Node, acorn.Token, acorn.TokenType]) {
  Object.setPrototypeOf(prototype, null);
}

// `import ... assert { type: 'json' }`, the older form of `with`.
const Parser = acorn.Parser.extend((Base) => class extends Base {
  parseWithClause() {
    if (this.isContextual('assert')) this.type = acorn.tokTypes._with;
    return super.parseWithClause();
  }
});

const moduleOptions = { ecmaVersion: 'latest', sourceType: 'module' };
const commonOptions = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: false,
};

function parseModule(source) {
  return Parser.parse(source, moduleOptions);
}

// The body of a function, as a CommonJS module is one.
function parseCommon(source) {
  return Parser.parse(source, commonOptions);
}

// --- errors

// What the engine would say of the token at this place.
function describeToken(source, position, options) {
  if (position >= source.length) return 'Unexpected end of input';
  let token;
  try {
    token = Parser.tokenizer(source.slice(position), { ecmaVersion: 'latest' }).getToken();
  } catch {
    return 'Invalid or unexpected token';
  }
  const text = source.slice(position + token.start, position + token.end);
  const types = acorn.tokTypes;
  if (token.type === types.eof) return 'Unexpected end of input';
  if (token.type === types.name) {
    return options === moduleOptions && reserved.has(text) ?
      'Unexpected strict mode reserved word' : `Unexpected identifier '${text}'`;
  }
  if (token.type === types.string) return 'Unexpected string';
  if (token.type === types.num) return 'Unexpected number';
  if (token.type === types.backQuote) return 'Unexpected template string';
  return `Unexpected token '${text}'`;
}

const reserved = new Set([
  'implements', 'interface', 'let', 'package', 'private', 'protected', 'public', 'static', 'yield',
]);

const otherWords = [
  [/^Identifier '(.+)' has already been declared$/, "Identifier '$1' has already been declared"],
  [/^Unterminated (string|template).*/, 'Invalid or unexpected token'],
  [/^'return' outside of function$/, 'Illegal return statement'],
  [/^Assigning to rvalue$/, 'Invalid left-hand side in assignment'],
  [/^Unsyntactic break$/, 'Illegal break statement'],
  [/^Unsyntactic continue$/, 'Illegal continue statement'],
  [/^Export '(.+)' is not defined$/, "Export '$1' is not defined in module"],
  [/^Duplicate export '(.+)'$/, "Duplicate export of '$1'"],
];

function messageOf(error, source, options) {
  const text = error.message.replace(/ \(\d+:\d+\)$/, '');
  if (text === 'Unexpected token') return describeToken(source, error.pos, options);
  for (const [pattern, words] of otherWords) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}

// An error with place, line and mark in front of its stack; without a column only the line.
function syntaxError(message, source, name, line, column, width = 1) {
  const error = new SyntaxError(message);
  const text = source.split(/\r\n|[\n\r\u2028\u2029]/, line)[line - 1] ?? '';
  const place = column === undefined ? '' :
    `\n${text.slice(0, column).replace(/[^\t]/g, ' ')}${'^'.repeat(width)}`;
  placeStack(error, `${name}:${line}\n${text}${place}\n\n`);
  return error;
}

// An error of acorn as the engine would have it.
function translate(error, source, name, options = moduleOptions) {
  if (!(error instanceof SyntaxError) || error.loc === undefined) return error;
  const { line, column } = error.loc;
  return syntaxError(messageOf(error, source, options), source, name, line, column,
    widthAt(source, error.pos));
}

function widthAt(source, position) {
  return /^[\w$]+/.exec(source.slice(position, position + 80))?.[0].length ?? 1;
}

// The engine refused the text of a CommonJS module: it knows the line, the parser the column.
function locate(error, source, name) {
  if (!(error instanceof SyntaxError)) return error;
  try {
    parseCommon(source);
  } catch (found) {
    if (found.loc !== undefined) return translate(found, source, name, commonOptions);
  }
  if (typeof error.line !== 'number') return error;
  return syntaxError(error.message, source, name, error.line);
}

exports.parseModule = parseModule;
exports.parseCommon = parseCommon;
exports.translate = translate;
exports.locate = locate;
exports.syntaxError = syntaxError;
