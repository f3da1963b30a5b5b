// SPDX-License-Identifier: MIT
// Where a text stops being JavaScript. The engine reports the line at best, so the parser that
// rewrites modules is used. For error reports and the prompt.
'use strict';

function parse(text, sourceType) {
  return require('vendor/acorn').parse(text, {
    ecmaVersion: 'latest',
    sourceType,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: sourceType === 'module',
    allowHashBang: true,
    locations: true,
  });
}

// { line, column, message }, both counted from 1; undefined if the parser finds nothing wrong.
function find(text, sourceType = 'script') {
  try {
    parse(text, sourceType);
  } catch (error) {
    if (error.loc === undefined) throw error;
    return {
      line: error.loc.line,
      column: error.loc.column + 1,
      offset: error.pos,
      message: error.message.replace(/ \(\d+:\d+\)$/, ''),
    };
  }
  return undefined;
}

exports.parse = parse;
exports.find = find;
