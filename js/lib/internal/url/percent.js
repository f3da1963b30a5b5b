// SPDX-License-Identifier: MIT
// Percent-encoding, with the sets of characters that must be encoded in each part of a URL.
'use strict';

// The characters of ASCII that are encoded besides controls.
function set(characters) {
  const table = new Uint8Array(128);
  table.fill(1, 0, 32);
  table[127] = 1;
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1;
  return table;
}

const CONTROL = set('');
const FRAGMENT = set(' "<>`');
const QUERY = set(' "#<>');
const SPECIAL_QUERY = set(' "#<>\'');
const PATH = set(' "#<>?`{}');
const USERINFO = set(' "#<>?`{}/:;=@[\\]^|');

function encode(text, table) {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || table[code] === 1) return encodeFrom(text, table, i);
  }
  return text;
}

function encodeByte(code) {
  return `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
}

function encodeFrom(text, table, from) {
  let result = text.slice(0, from);
  for (const char of text.slice(from).toWellFormed()) {
    const code = char.charCodeAt(0);
    if (code > 127) result += encodeURIComponent(char);
    else if (table[code] === 1) result += encodeByte(code);
    else result += char;
  }
  return result;
}

// Decodes %XX, and the bytes as UTF-8; invalid ones become U+FFFD.
function decode(text) {
  if (!text.includes('%')) return text;
  return require('querystring').unescapeBuffer(toBytes(text), false).toString();
}

// A text whose characters are the bytes of another text in UTF-8.
function toBytes(text) {
  return Buffer.from(text).latin1Slice();
}

// Any value as a string, with Node's error if it has none.
function toText(value) {
  if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
  return `${value}`;
}

module.exports = {
  CONTROL,
  FRAGMENT,
  PATH,
  QUERY,
  SPECIAL_QUERY,
  USERINFO,
  decode,
  encode,
  toText,
};
