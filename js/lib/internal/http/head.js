// SPDX-License-Identifier: MIT
// The head of an outgoing message as text: the headers that the program set, and those that depend
// on how the body is sent and whether the connection stays open. Called by
// internal/http/outgoing.js.
'use strict';
const { codes } = require('internal/errors');
const {
  MEANING, dateLine, factsOf, hasBadChar, validateHeaderName, validateHeaderValue,
} = require('internal/http/common');

const kOutHeaders = Symbol('kOutHeaders');
const chunkedText = /(?:^|\W)chunked(?:$|\W)/i;
const wideText = /[^\0-\x7f]/;
const plainText = /^[\t\x20-\x7e]*$/; // most values: neither wide nor forbidden
const SHORT = 100;
const closeText = /(?:^|\W)close(?:$|\W)/i;

// Which headers the program gave that decide something.
const seen = {
  connection: false, length: false, encoding: false, date: false, expect: false, trailer: false,
};

function clearSeen() {
  seen.connection = false;
  seen.length = false;
  seen.encoding = false;
  seen.date = false;
  seen.expect = false;
  seen.trailer = false;
}

const {
  ORDINARY, CONNECTION, ENCODING, LENGTH, DATE, EXPECT, TRAILER, KEEP_ALIVE, COOKIE, DISPOSITION,
} = MEANING;

function meaningOf(name) {
  validateHeaderName(name);
  return factsOf(name).meaning;
}

// A header that was set: the value was checked.
class Header {
  constructor(name, value, meaning, isPlain) {
    this.name = name;
    this.value = value;
    this.meaning = meaning;
    this.isPlain = isPlain; // a text of ASCII, or a number
  }

  [Symbol.for('nodejs.util.inspect.custom')]() { return [this.name, this.value]; }
}

// Of the name with these facts.
function isPlain(value, facts) {
  if (typeof value !== 'string') return typeof value === 'number';
  if (value === facts.plain) return true;
  if (!plainText.test(value)) return false;
  if (value.length <= SHORT) facts.plain = value;
  return true;
}

function note(message, meaning, value) {
  switch (meaning) {
    case CONNECTION:
      seen.connection = true;
      message._removedConnection = false;
      if (closeText.test(value)) message._last = true;
      else message.shouldKeepAlive = true;
      break;
    case ENCODING:
      seen.encoding = true;
      message._removedTE = false;
      if (chunkedText.test(value)) message.chunkedEncoding = true;
      break;
    case LENGTH:
      seen.length = true;
      message._contentLength = +value;
      message._removedContLen = false;
      break;
    case DATE: seen.date = true; break;
    case EXPECT: seen.expect = true; break;
    case TRAILER: seen.trailer = true; break;
    case KEEP_ALIVE: message._defaultKeepAlive = false; break;
    default:
  }
}

function line(message, name, meaning, value, check) {
  if (value === undefined || !plainText.test(value)) {
    if (check) validateHeaderValue(name, value);
    message._wideHead ||= wideText.test(value);
  }
  if (meaning !== ORDINARY) note(message, meaning, value);
  return `${name}: ${value}\r\n`;
}

// A header whose value may be a list: separate lines, except for cookies, and for names that the
// program wants joined.
function lines(message, name, value, check) {
  const meaning = meaningOf(name);
  // File names stand in a disposition: its characters are the bytes of their UTF-8.
  if (meaning === DISPOSITION && message._contentLength) {
    const encode = (text) => Buffer.from(String(text), 'latin1').toString();
    value = Array.isArray(value) ? value.map(encode) : encode(value);
  }
  if (!Array.isArray(value)) return line(message, name, meaning, value, check);
  const unique = message._uniqueHeaders;
  if ((value.length < 2 || meaning !== COOKIE) && !unique?.has(name.toLowerCase())) {
    let text = '';
    for (let i = 0; i < value.length; i++) text += line(message, name, meaning, value[i], check);
    return text;
  }
  return line(message, name, meaning, value.join('; '), check);
}

// All headers: those set one by one, an object, pairs, or names and values in turn.
function given(message, headers) {
  let text = '';
  if (headers === message[kOutHeaders]) {
    for (const key in headers) {
      const header = headers[key];
      const { name, value, meaning } = header;
      if (header.isPlain) {
        if (meaning !== ORDINARY) note(message, meaning, value);
        text += `${name}: ${value}\r\n`;
      } else {
        text += lines(message, name, value, false);
      }
    }
  } else if (Array.isArray(headers)) {
    if (headers.length > 0 && Array.isArray(headers[0])) {
      for (const entry of headers) text += lines(message, entry[0], entry[1], true);
    } else {
      if (headers.length % 2 !== 0) throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
      for (let i = 0; i < headers.length; i += 2) {
        text += lines(message, headers[i], headers[i + 1], true);
      }
    }
  } else {
    for (const key in headers) {
      if (Object.hasOwn(headers, key)) text += lines(message, key, headers[key], true);
    }
  }
  return text;
}

function connectionLines(message) {
  const stays = message.shouldKeepAlive &&
    (seen.length || message.useChunkedEncodingByDefault || message.agent);
  if (!stays) {
    message._last = true;
    return 'Connection: close\r\n';
  }
  if (message.maxRequestsOnConnectionReached) return 'Connection: close\r\n';
  if (!message._keepAliveTimeout || !message._defaultKeepAlive) return 'Connection: keep-alive\r\n';
  return keepAliveLines(message._keepAliveTimeout, message._maxRequestsPerSocket);
}

// Those of the last message, which are the same for all of a server.
const lastLines = { timeout: undefined, max: undefined, text: '' };
function keepAliveLines(timeout, max) {
  if (timeout !== lastLines.timeout || max !== lastLines.max) {
    const limit = ~~max > 0 ? `, max=${max}` : '';
    const seconds = Math.floor(timeout / 1000);
    lastLines.timeout = timeout;
    lastLines.max = max;
    lastLines.text = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}${limit}\r\n`;
  }
  return lastLines.text;
}

// How the other side finds the end of the body.
function lengthLines(message) {
  if (!message._hasBody) {
    message.chunkedEncoding = false;
  } else if (!message.useChunkedEncodingByDefault) {
    message._last = true;
  } else if (!seen.trailer && !message._removedContLen &&
             typeof message._contentLength === 'number') {
    return `Content-Length: ${message._contentLength}\r\n`;
  } else if (!message._removedTE) {
    message.chunkedEncoding = true;
    return 'Transfer-Encoding: chunked\r\n';
  } else {
    message._last = true; // the body ends with the connection
  }
  return '';
}

// The text of the head. A message that waits for "100 Continue" sends it at once (`expects` tells
// the caller).
function headText(message, firstLine, headers) {
  clearSeen();
  message._wideHead = wideText.test(firstLine);
  let text = headers ? firstLine + given(message, headers) : firstLine;
  if (message.sendDate && !seen.date) text += dateLine();
  if (message.chunkedEncoding && (message.statusCode === 204 || message.statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
  if (message._removedConnection) message._last = !message.shouldKeepAlive;
  else if (!seen.connection) text += connectionLines(message);
  if (!seen.length && !seen.encoding) text += lengthLines(message);
  if (message.chunkedEncoding !== true && seen.trailer) throw new codes.ERR_HTTP_TRAILER_INVALID();
  return `${text}\r\n`;
}

// The lines of trailers; names that the program wants joined are.
function trailerText(headers, unique) {
  let text = '';
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  for (const [name, value] of pairs) {
    validateHeaderName(name, 'Trailer name');
    const joined = Array.isArray(value) && unique?.has(name.toLowerCase());
    const values = joined ? [value.join('; ')] : Array.isArray(value) ? value : [value];
    for (const one of values) {
      if (hasBadChar(one)) throw new codes.ERR_INVALID_CHAR('trailer content', name);
      text += `${name}: ${one}\r\n`;
    }
  }
  return text;
}

exports.Header = Header;
exports.isPlain = isPlain;
exports.kOutHeaders = kOutHeaders;
exports.headText = headText;
exports.trailerText = trailerText;
exports.expects = () => seen.expect;
