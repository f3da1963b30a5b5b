// SPDX-License-Identifier: MIT
// Files of environment variables: process.loadEnvFile, --env-file, util.parseEnv.
'use strict';

const QUOTES = ['"', "'", '`'];

// The value that begins at `at`, and where the rest of the text begins.
function valueAt(text, at) {
  const quote = text[at];
  if (QUOTES.includes(quote)) {
    const end = text.indexOf(quote, at + 1);
    if (end !== -1) {
      const value = text.slice(at + 1, end);
      const newline = text.indexOf('\n', end);
      return [quote === '"' ? value.replaceAll('\\n', '\n') : value,
        newline === -1 ? text.length : newline + 1];
    }
  }
  const newline = text.indexOf('\n', at);
  const end = newline === -1 ? text.length : newline;
  let value = text.slice(at, end);
  const comment = value.indexOf('#');
  if (comment !== -1) value = value.slice(0, comment);
  return [value.trim(), end + 1];
}

function parse(content) {
  const text = content.replaceAll('\r\n', '\n');
  const variables = {};
  let at = 0;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 ? text.length : newline;
    const equals = text.indexOf('=', at);
    const isComment = /^[ \t]*#/.test(text.slice(at, lineEnd));
    if (isComment || equals === -1 || equals > lineEnd) {
      at = lineEnd + 1;
      continue;
    }
    const name = text.slice(at, equals).trim().replace(/^export\s+/, '');
    let start = equals + 1;
    while (text[start] === ' ' || text[start] === '\t') start++;
    const [value, next] = valueAt(text, start);
    if (name !== '') variables[name] = value;
    at = next;
  }
  return variables;
}

// Variables that are set already stay as they are.
function load(path = '.env') {
  const { process } = require('internal/process');
  const content = require('fs').readFileSync(path, 'utf8');
  const variables = parse(content);
  for (const name of Object.keys(variables)) {
    if (!Object.hasOwn(process.env, name)) process.env[name] = variables[name];
  }
}

exports.parse = parse;
exports.load = load;
