// SPDX-License-Identifier: MIT
// The module querystring.
'use strict';
const { Buffer } = require('buffer');

// Of each character of ASCII the escape; undefined: it stays.
const escapes = Array.from({ length: 128 }, (unused, code) => {
  const character = String.fromCharCode(code);
  const escaped = encodeURIComponent(character);
  return escaped === character ? undefined : escaped;
});

function malformed() {
  const error = new URIError('URI malformed');
  error.code = 'ERR_INVALID_URI';
  return error;
}

function escape(text) {
  if (typeof text !== 'string') {
    text = typeof text === 'object' ? String(text) : `${text}`;
  }
  let result = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && escapes[code] === undefined) continue;
    if (code > 127 || text.length > 40) return escapeAll(text); // faster from there on
    result += text.slice(done, i) + escapes[code];
    done = i + 1;
  }
  return done === 0 ? text : result + text.slice(done);
}

function escapeAll(text) {
  try {
    return encodeURIComponent(text);
  } catch {
    return escapeUnits(text);
  }
}

// Half a pair is joined with whatever follows it.
function escapeUnits(text) {
  let result = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) {
      result += encodeURIComponent(text[i]);
      continue;
    }
    if (++i === text.length) throw malformed();
    const low = text.charCodeAt(i) & 0x3ff;
    result += encodeURIComponent(String.fromCodePoint(0x10000 + ((code & 0x3ff) << 10 | low)));
  }
  return result;
}

function hexDigit(code) {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

// The bytes of a text with %XX escapes; invalid escapes stay.
const { charCodeAt } = String.prototype;

function unescapeBuffer(text, decodeSpaces) {
  const bytes = Buffer.allocUnsafe(text.length);
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    let code = charCodeAt.call(text, i);
    if (decodeSpaces && code === 43) code = 32;
    if (code === 37 && i + 2 < text.length) {
      const high = hexDigit(charCodeAt.call(text, i + 1));
      const low = hexDigit(charCodeAt.call(text, i + 2));
      if (high !== -1 && low !== -1) {
        code = high * 16 + low;
        i += 2;
      }
    }
    bytes[used++] = code;
  }
  return bytes.slice(0, used);
}

function unescape(text, decodeSpaces) {
  try {
    return decodeURIComponent(text);
  } catch {
    return querystring.unescapeBuffer(text, decodeSpaces).toString();
  }
}

function primitive(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  if (typeof value === 'bigint' || typeof value === 'boolean') return `${value}`;
  return '';
}

function stringify(obj, sep, eq, options) {
  sep = sep || '&';
  eq = eq || '=';
  let encode = querystring.escape;
  if (options && typeof options.encodeURIComponent === 'function') {
    encode = options.encodeURIComponent;
  }
  if (obj === null || typeof obj !== 'object') return '';
  let result = '';
  for (const key of Object.keys(obj)) {
    const value = obj[key];
    const name = encode(primitive(key)) + eq;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        if (result !== '') result += sep;
        result += name + encode(primitive(value[i]));
      }
    } else {
      if (result !== '') result += sep;
      result += name + encode(primitive(value));
    }
  }
  return result;
}

// What an escape of the program's own cannot decode is decoded by ours.
function decoded(text, decode) {
  try {
    return decode(text);
  } catch {
    return querystring.unescape(text, true);
  }
}

const escaped = /%[0-9a-f]{2}/i;

function clean(text, decode, custom, encoded) {
  if (text.length === 0) return text;
  if (text.indexOf('+') !== -1) text = text.replaceAll('+', custom ? '%20' : ' ');
  return custom || encoded || (text.indexOf('%') !== -1 && escaped.test(text)) ?
    decoded(text, decode) : text;
}

// Node takes a second escape in a name for one in the value, which is then decoded in any case.
const escapedTwice = /%[0-9a-f]{2}.*%[0-9a-f]{2}/is;

function addField(result, field, eq, decode) {
  const custom = decode !== unescape;
  const at = field.indexOf(eq);
  const name = at === -1 ? field : field.slice(0, at);
  const key = clean(name, decode, custom, false);
  const value = at === -1 ? '' : clean(field.slice(at + eq.length), decode, custom,
    name.indexOf('%') !== -1 && escapedTwice.test(name));
  const known = result[key];
  if (known === undefined) result[key] = value;
  else if (Array.isArray(known)) known.push(value);
  else result[key] = [known, value];
}

function parse(qs, sep, eq, options) {
  const result = { __proto__: null };
  if (typeof qs !== 'string' || qs.length === 0) return result;
  sep = sep ? `${sep}` : '&';
  eq = eq ? `${eq}` : '=';
  let left = 1000;
  if (options && typeof options.maxKeys === 'number') left = options.maxKeys;
  if (!(left > 0)) left = -1;
  let decode = querystring.unescape;
  if (options && typeof options.decodeURIComponent === 'function') {
    decode = options.decodeURIComponent;
  }
  for (const field of qs.split(sep)) {
    if (field.length > 0) addField(result, field, eq, decode);
    if (--left === 0) break;
  }
  return result;
}

const querystring = {
  unescapeBuffer,
  unescape,
  escape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};

module.exports = querystring;
