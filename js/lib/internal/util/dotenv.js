// SPDX-License-Identifier: MIT
// The text of an .env file, for util.parseEnv.
'use strict';

const quotes = '"\'`';

// [value, the place behind it] of what begins with a quote; undefined if the quote does not end.
function quoted(text, start) {
  const mark = text[start];
  const end = text.indexOf(mark, start + 1);
  if (end === -1) return undefined;
  const value = text.slice(start + 1, end);
  const next = text.indexOf('\n', end);
  return [mark === '"' ? value.replaceAll('\\n', '\n') : value, next === -1 ? text.length : next];
}

function parse(text) {
  const result = {};
  text = text.replaceAll('\r\n', '\n');
  let at = 0;
  while (at < text.length) {
    let end = text.indexOf('\n', at);
    if (end === -1) end = text.length;
    const line = text.slice(at, end);
    const equals = line.indexOf('=');
    if (/^\s*(#|$)/.test(line) || equals === -1) {
      at = end + 1;
      continue;
    }
    const name = line.slice(0, equals).trim().replace(/^export\s+/, '');
    let valueStart = at + equals + 1;
    while (valueStart < end && /\s/.test(text[valueStart])) valueStart++;
    const found = quotes.includes(text[valueStart] || ' ') ? quoted(text, valueStart) : undefined;
    if (found !== undefined) {
      [result[name], at] = found;
    } else if (name !== '') {
      result[name] = text.slice(valueStart, end).replace(/#.*$/, '').trim();
    }
    at = (found === undefined ? end : at) + 1;
  }
  return result;
}

exports.parse = parse;
