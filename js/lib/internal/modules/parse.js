// SPDX-License-Identifier: MIT
// The parser (acorn), and syntax errors that show file, line, the line itself and a mark below the
// place, as Node prints them.
'use strict';
const acorn = require('vendor/acorn');
const { placeStack } = require('internal/modules/positions');

// What a program adds to Object.prototype, such as setters, must not affect the parser.
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
  [/^Unsyntactic break$/, 'Illegal break statement'],
  [/^Unsyntactic continue$/, 'Illegal continue statement'],
  [/^Export '(.+)' is not defined$/, "Export '$1' is not defined in module"],
  [/^Duplicate export '(.+)'$/, "Duplicate export of '$1'"],
  [/^Unexpected keyword '(.+)'$/, "Unexpected token '$1'"],
  [/^The keyword 'enum' is reserved$/, 'Unexpected reserved word'],
  [/^Cannot use keyword 'await' outside an async function$/, 'Unexpected reserved word'],
  [/^The keyword '(.+)' is reserved$/, 'Unexpected strict mode reserved word'],
  [/^(?:Assigning to|Binding) (?:arguments|eval) in strict mode$/,
    'Unexpected eval or arguments in strict mode'],
  [/^'with' in strict mode$/, 'Strict mode code may not include a with statement'],
  [/^Deleting local variable in strict mode$/,
    'Delete of an unqualified identifier in strict mode.'],
  [/^Invalid number$/, 'Octal literals are not allowed in strict mode.'],
  [/^Octal literal in strict mode$/, 'Octal escape sequences are not allowed in strict mode.'],
  [/^Argument name clash$/, 'Duplicate parameter name not allowed in this context'],
  [/^'super' keyword outside a method$|^super\(\) call outside constructor of a subclass$/,
    "'super' keyword unexpected here"],
  [/^'new\.target' can only be used in functions.*$/, 'new.target expression is not allowed here'],
  [/^Duplicate constructor in the same class$/, 'A class may only have one constructor'],
  [/^Cannot use 'arguments' in class field initializer$/,
    "'arguments' is not allowed in class field initializer or static initialization block"],
  [/^Redefinition of __proto__ property$/,
    'Duplicate __proto__ fields are not allowed in object literals'],
  [/^(for-(?:of|in) loop variable declaration may not have an initializer)$/, '$1.'],
  [/^Optional chaining cannot appear in left-hand side$/, 'Invalid left-hand side in assignment'],
  [/^Complex binding patterns require an initialization value$/,
    'Missing initializer in destructuring declaration'],
];

// What is at this place is not a reference; the parser does not say why it should be one.
function notAssignable(source, position) {
  const before = source.slice(Math.max(0, position - 80), position);
  if (/(?:\+\+|--)[\s(]*$/.test(before)) {
    return 'Invalid left-hand side expression in prefix operation';
  }
  if (/\bfor(?:\s+await)?\s*\(\s*$/.test(before)) return 'Invalid left-hand side in for-loop';
  const after = source.slice(position, position + 80);
  return /^(?:[\w$.'"`]|\([^()]*\))+\)*[ \t]*(?:\+\+|--)/.test(after) ?
    'Invalid left-hand side expression in postfix operation' :
    'Invalid left-hand side in assignment';
}

function messageOf(error, source, options) {
  const text = error.message.replace(/ \(\d+:\d+\)$/, '');
  if (text === 'Assigning to rvalue') return notAssignable(source, error.pos);
  if (text === 'Unexpected token') return describeToken(source, error.pos, options);
  for (const [pattern, words] of otherWords) {
    if (pattern.test(text)) return text.replace(pattern, words);
  }
  return text;
}

// An error with place, line and mark before its stack; without a column only the line. The text is
// what follows `before` lines of a file.
function syntaxError(message, source, name, line, column, width = 1, before = 0) {
  const error = new SyntaxError(message);
  const text = source.split(/\r\n|[\n\r\u2028\u2029]/, line)[line - 1] ?? '';
  const place = column === undefined ? '' :
    `\n${text.slice(0, column).replace(/[^\t]/g, ' ')}${'^'.repeat(width)}`;
  const isLinking = /^The requested module |^Named export /.test(message);
  placeStack(error, `${name}:${line + before}\n${text}${place}${isLinking ? '\n' : '\n\n'}`);
  return error;
}

// Whether the text ends among the arguments of a call.
function endsInCall(before) {
  let depth = 0;
  for (let i = before.length - 1; i >= 0 && !'{};'.includes(before[i]); i--) {
    if (')]'.includes(before[i])) depth++;
    else if ('(['.includes(before[i]) && depth-- === 0) {
      return before[i] === '(' && /[\w$)\]]\s*$/.test(before.slice(0, i)) &&
        !/\b(?:if|for|while|switch|catch|with|function(?:\s+[\w$]+)?)\s*$/.test(before.slice(0, i));
    }
  }
  return false;
}

// V8 sees some mistakes earlier than the parser does: { message, from, width }.
function seenEarlier(error, source, options) {
  const before = source.slice(0, error.pos);
  const unexpected = /^Unexpected token/.test(error.message);
  const awaits = /\bawait\s+$/.exec(before);
  if (unexpected && awaits !== null && options === commonOptions) {
    const message = 'await is only valid in async functions and the top level bodies of modules';
    return { message, from: awaits.index, width: 5 };
  }
  const constant = /\bconst\s+([\w$]+)\s*$/.exec(before);
  if (unexpected && constant !== null) {
    const [all, name] = constant;
    const from = constant.index + all.indexOf(name, 'const'.length);
    return { message: 'Missing initializer in const declaration', from, width: name.length };
  }
  const last = /('[^'\n]*'|"[^"\n]*"|[\w$]+|[)\]}])\s*$/.exec(before);
  if (unexpected && last !== null && endsInCall(before)) {
    return { message: 'missing ) after argument list', from: last.index, width: last[1].length };
  }
  const regexp = /^Invalid regular expression: (\/.*\/\w*):/s.exec(error.message);
  if (regexp !== null) {
    const from = source.lastIndexOf(regexp[1], error.pos);
    if (from !== -1) return { from, width: regexp[1].length };
  }
  if (/^Unterminated string/.test(error.message)) {
    return { from: error.pos, width: /^.*/.exec(source.slice(error.pos))[0].length };
  }
  const outside = /^'import' and 'export' may appear only/.test(error.message);
  if (!outside) return error.pos >= source.length ? { from: error.pos, width: 0 } : undefined;
  const isImport = source.startsWith('import', error.pos);
  return {
    message: isImport ? 'Cannot use import statement outside a module' :
      "Unexpected token 'export'",
    from: error.pos,
    width: 6,
  };
}

// An error of acorn as the engine would have it.
function translate(error, source, name, options = moduleOptions, before = 0) {
  if (!(error instanceof SyntaxError) || error.loc === undefined) return error;
  const { line, column } = error.loc;
  const earlier = seenEarlier(error, source, options);
  if (earlier !== undefined) {
    const lines = source.slice(0, earlier.from).split('\n');
    return syntaxError(earlier.message ?? messageOf(error, source, options), source, name,
      lines.length, lines.at(-1).length, earlier.width, before);
  }
  return syntaxError(messageOf(error, source, options), source, name, line, column,
    widthAt(source, error.pos), before);
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
  const { placeOf, toNodeForm } = require('internal/stack');
  const place = placeOf(toNodeForm(error));
  if (typeof place?.line !== 'number') return error;
  return syntaxError(error.message, source, name, place.line);
}

exports.parseModule = parseModule;
exports.parseCommon = parseCommon;
exports.translate = translate;
exports.locate = locate;
exports.syntaxError = syntaxError;
