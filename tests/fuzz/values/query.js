// SPDX-License-Identifier: MIT
// querystring: parse, stringify, escape, unescape.
'use strict';
const querystring = require('querystring');

const pieces = ['a', 'b', '=', '&', '&&', '==', '%', '%2', '%zz', '%41', '%e9', '%C3%A9', '%00',
  '+', ' ', ';', ':',
  '\u00e9', '\u{1f600}', '\ud800', '\udc00', '__proto__', 'constructor', 'hasOwnProperty', '%u0041',
    '%F0%9F%98%80',
  '%ff', '#', '?', '\0', 'aa', '=&=', '%3D', '%26', '%25'];

function quoted(text) {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function text(r) {
  return quoted(r.some(8, () => r.pick(pieces)).join(''));
}

function value(r) {
  return r.pick([text(r), '1', '-0', 'NaN', 'Infinity', '1e21', 'true', 'null', 'undefined', '5n',
    '[1, "b", null]',
    '[]', '{}', '() => 1', 'new Date(0)', '[[1], 2]', '""', '[5n, true, Infinity]']);
}

function make(r) {
  const separator = r.pick(['undefined', 'null', '"&"', '";"', '"&&"', '""', text(r)]);
  const equals = r.pick(['undefined', '"="', '":"', '"=="', '""', text(r)]);
  const decode = r.pick(['querystring.unescape', '(s) => s.toUpperCase()', 'decodeURIComponent',
    '() => { throw new Error("bad mood"); }', '5', 'null']);
  switch (r.below(5)) {
    case 0: return `return querystring.escape(${value(r)});`;
    case 1: return `return [querystring.unescape(${text(r)}), querystring.unescapeBuffer(${
      text(r)}, ${
      r.chance(0.5)})];`;
    case 2: return `return querystring.stringify({ [${text(r)}]: ${value(r)}, b: ${
      value(r)}, ["__proto__"]: ${
      value(r)} }, ${separator}, ${equals}, ${r.pick(['undefined',
        '{ encodeURIComponent: (s) => `<${s}>` }'])});`;
    case 3: return `return querystring.parse(${text(r)}, ${separator}, ${
      equals}, { decodeURIComponent: ${decode
    }, maxKeys: ${r.pick(['0', '1', '2', '-1', 'undefined'])} });`;
    default: return `return querystring.parse(${text(r)}, ${separator}, ${equals});`;
  }
}

module.exports = { make, scope: { querystring } };
