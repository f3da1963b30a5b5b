// SPDX-License-Identifier: MIT
// Translates the engine's messages about invalid JavaScript, JSON and regular expressions into
// V8's. (The text of a file is checked by the parser: internal/modules/parse.js.)
'use strict';
const source = require('internal/stack/source');

const regexps = [
  ['missing )', 'Unterminated group'],
  ['missing terminating ] for character class', 'Unterminated character class'],
  ['nothing to repeat', 'Nothing to repeat'],
  ['\\ at end of pattern', '\\ at end of pattern'],
  ['range out of order in character class', 'Range out of order in character class'],
  ['numbers out of order in {} quantifier', 'numbers out of order in {} quantifier'],
  ['unmatched parentheses', "Unmatched ')'"],
  ['duplicate group specifier name', 'Duplicate capture group name'],
  ['invalid group specifier name', 'Invalid capture group name'],
  ['invalid \\k<> named backreference', 'Invalid named capture referenced'],
  ['invalid escaped character for Unicode pattern', 'Invalid escape'],
  ['unrecognized character after (?', 'Invalid group'],
  ['invalid property expression', 'Invalid property name'],
];

// The pattern is known if it is in the program's text.
function regexp(all, reason, site) {
  const words = regexps.find(([engine]) => engine === reason)?.[1] ?? reason;
  const text = site.argument(0);
  const string = /^(['"])(.*)\1$/s.exec(text);
  if (string === null) return `Invalid regular expression: ${words}`;
  const flags = /^(['"])(.*)\1$/s.exec(site.argument(1))?.[2] ?? '';
  return `Invalid regular expression: /${string[2].replace(/\\(.)/gs, '$1')}/${flags}: ${words}`;
}

function flags(all, site) {
  const string = /^(['"])(.*)\1$/s.exec(site.argument(1));
  return `Invalid flags supplied to RegExp constructor${string === null ? '' : ` '${string[2]}'`}`;
}

const awaitOutside =
  'await is only valid in async functions and the top level bodies of modules';

// For eval('await 1') the engine says that it did not expect a number. It does not name the word
// before that, but the program's text may have it.
function unexpected(all, kind, site) {
  const text = site.argument(0);
  if (/\bawait\s/.test(text)) return awaitOutside;
  if (/^['"`]\s*import\b/.test(text)) return 'Cannot use import statement outside a module';
  if (/^['"`]\s*try\s*\{\s*\}/.test(text)) return 'Missing catch or finally after try';
  return undefined;
}

const rules = [
  [/^Invalid regular expression: (.*)$/s, regexp],
  [/^Invalid flags supplied to RegExp constructor\.$/, flags],
  [/^Unexpected number '(.+?)'.*$/s,
    (all, number, site) => unexpected(all, number, site) ?? 'Unexpected number'],
  [/^Unexpected identifier '(.+?)'.*$/s,
    (all, name, site) => unexpected(all, name, site) ?? `Unexpected identifier '${name}'`],
  [/^Unexpected token '(.+?)'.*$/s, (all, token, site) => (
    /['"`]\s*const\s+[\w$]+\s*;/.test(site.argument(0)) && token === ';' ?
      'Missing initializer in const declaration' : `Unexpected token '${token}'`)],
  [/^Unexpected keyword 'yield'.*$/s, 'Unexpected strict mode reserved word'],
  [/^Unexpected keyword '(.+?)'\. Expected '}' to end a body of a 'switch'\.$/,
    'More than one default clause in switch statement'],
  [/^Unexpected keyword '(.+?)'.*$/s, "Unexpected token '$1'"],
  [/^Unexpected string literal .*$/s, 'Unexpected string'],
  [/^Unexpected template string.*$/s, 'Unexpected template string'],
  [/^Unexpected (?:end of script|EOF)$/, (all, site) => (
    site.native().callee?.endsWith('Function') ? "Unexpected token ')'" :
      unexpected(all, '', site) ?? (/^['"`]?[^]*[\w$]\([^()]*['"`]?$/.test(site.argument(0)) ?
      'missing ) after argument list' : 'Unexpected end of input'))],
  [/^Unterminated (?:string|template).*$/s, 'Invalid or unexpected token'],
  [/^(?:Unterminated|Invalid) regular expression literal.*$/s,
    'Invalid regular expression: missing /'],
  [/^No (?:identifiers|space) allowed directly after numeric literal$/,
    'Invalid or unexpected token'],
  [/^Invalid character.*$/s, 'Invalid or unexpected token'],
  [/^Decimal integer literals with a leading zero are forbidden in strict mode$/,
    'Octal literals are not allowed in strict mode.'],
  [/^Cannot declare .* variable twice: '(.+)'\.$|^Can't create duplicate variable: '(.+)'$/,
    (all, one, two) => `Identifier '${one ?? two}' has already been declared`],
  [/^Return statements are only valid inside functions\.$/, 'Illegal return statement'],
  [/^'break' is only valid inside a switch or loop statement\.$/, 'Illegal break statement'],
  [/^'continue' is only valid inside a loop statement\.$/,
    'Illegal continue statement: no surrounding iteration statement'],
  [/^Cannot use '\w+' as a .* name in strict mode\.$/, 'Unexpected strict mode reserved word'],
  [/^Left side of assignment is not a reference\.$/, 'Invalid left-hand side in assignment'],
  [/^(Postfix|Prefix) .* operator applied to value that is not a reference\.$/, (all, kind) => (
    `Invalid left-hand side expression in ${kind.toLowerCase()} operation`)],
  [/^The (?:prefix-)?(?:in|de)crement operator requires a reference expression\.$/,
    'Invalid left-hand side expression in prefix operation'],
  [/^Parser error$/, "Unexpected token '}'"],
  [/^super is not valid in this context\.$/, "'super' keyword unexpected here"],
  [/^Duplicate parameter '.*' not allowed in .*$/,
    'Duplicate parameter name not allowed in this context'],
  [/^Cannot use the undeclared label '(.+)'\.$/, "Undefined label '$1'"],
  [/^Cannot reference undeclared private names: "(.+)"$/,
    "Private field '$1' must be declared in an enclosing class"],
  [/^Cannot delete unqualified property '.*' in strict mode\.$/,
    'Delete of an unqualified identifier in strict mode.'],
  [/^Cannot modify '.*' in strict mode\.$/, 'Unexpected eval or arguments in strict mode'],
  [/^Failed to parse String to BigInt$/, (all, site) => (
    `Cannot convert ${source.asText(site.argument(0))} to a BigInt`)],
];

function translateSyntax(message, trace) {
  for (let i = 0; i < rules.length; i++) {
    const found = rules[i][0].exec(message);
    if (found === null) continue;
    const words = rules[i][1];
    if (typeof words === 'string') return words.replace(/\$(\d)/g, (all, index) => found[index]);
    return words(...found, source.siteOf(trace));
  }
  return message;
}

exports.translateSyntax = translateSyntax;
