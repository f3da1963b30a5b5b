// SPDX-License-Identifier: MIT
// The URL parser of the web (https://url.spec.whatwg.org), without its state machine: fragment and
// query are cut off first, because '#' and '?' mean the same everywhere; what is left is an
// authority and a path. A URL is a record { scheme, username, password, host, port, path, query,
// fragment }: host null means none, path is a list of segments or, if it is opaque, a string.
'use strict';
const { parseHost } = require('internal/url/host');
const { encode, PATH, QUERY, SPECIAL_QUERY, FRAGMENT, USERINFO, CONTROL } =
  require('internal/url/percent');

const defaultPorts = { 'http': 80, 'https': 443, 'ws': 80, 'wss': 443, 'ftp': 21, 'file': null };

function isSpecial(scheme) {
  return Object.hasOwn(defaultPorts, scheme);
}

const schemePattern = /^([a-zA-Z][a-zA-Z0-9+\-.]*):/;
const drivePattern = /^[a-zA-Z][:|]$/;
const driveStart = /^[a-zA-Z][:|]([/\\?#]|$)/;

function isSlash(url, char) {
  return char === '/' || (char === '\\' && isSpecial(url.scheme));
}

function makeRecord(scheme) {
  return {
    scheme, username: '', password: '', host: null, port: null, path: [], query: null,
    fragment: null,
  };
}

// Cuts spaces and controls from both ends, and tabs and line ends from everywhere.
function clean(input) {
  let start = 0;
  let end = input.length;
  while (start < end && input.charCodeAt(start) <= 32) start++;
  while (end > start && input.charCodeAt(end - 1) <= 32) end--;
  if (end - start !== input.length) input = input.slice(start, end);
  return /[\t\n\r]/.test(input) ? input.replace(/[\t\n\r]+/g, '') : input;
}

// The record, or null if the text is not a URL.
function parse(input, base) {
  let rest = clean(input);
  let query = null;
  let fragment = null;
  const hash = rest.indexOf('#');
  if (hash !== -1) {
    fragment = encode(rest.slice(hash + 1), FRAGMENT);
    rest = rest.slice(0, hash);
  }
  const mark = rest.indexOf('?');
  if (mark !== -1) {
    query = rest.slice(mark + 1);
    rest = rest.slice(0, mark);
  }
  const scheme = schemePattern.exec(rest);
  const url = makeRecord(scheme === null ? base?.scheme : scheme[1].toLowerCase());
  let ok;
  if (scheme !== null) {
    ok = parseAbsolute(url, rest.slice(scheme[0].length), base, query !== null);
  } else if (!base) {
    return null;
  } else if (typeof base.path === 'string') {
    if (rest !== '' || query !== null || fragment === null) return null;
    Object.assign(url, base);
    ok = true;
  } else if (base.scheme === 'file') {
    ok = parseFile(url, rest, base, query !== null);
  } else {
    ok = parseRelative(url, rest, base, query !== null);
  }
  if (!ok) return null;
  if (query !== null) url.query = encodeQuery(url, query);
  url.fragment = fragment;
  return url;
}

function encodeQuery(url, query) {
  return encode(query, isSpecial(url.scheme) ? SPECIAL_QUERY : QUERY);
}

function parseAbsolute(url, rest, base, hasQuery) {
  if (url.scheme === 'file') {
    return parseFile(url, rest, base?.scheme === 'file' ? base : null, hasQuery);
  }
  if (isSpecial(url.scheme)) {
    if (base?.scheme === url.scheme && !rest.startsWith('//')) {
      return parseRelative(url, rest, base, hasQuery);
    }
    return parseAuthority(url, rest.replace(/^[/\\]+/, ''));
  }
  if (rest.startsWith('//')) return parseAuthority(url, rest.slice(2));
  if (rest.startsWith('/')) {
    parsePath(url, rest);
  } else {
    url.path = encode(rest, CONTROL);
  }
  return true;
}

function parseRelative(url, rest, base, hasQuery) {
  if (isSlash(url, rest[0]) && isSlash(url, rest[1])) {
    return parseAuthority(url, isSpecial(url.scheme) ? rest.replace(/^[/\\]+/, '') : rest.slice(2));
  }
  url.username = base.username;
  url.password = base.password;
  url.host = base.host;
  url.port = base.port;
  if (isSlash(url, rest[0])) {
    parsePath(url, rest);
    return true;
  }
  takePath(url, rest, base, hasQuery);
  return true;
}

// A path that continues that of the base.
function takePath(url, rest, base, hasQuery) {
  url.path = base.path.slice();
  if (rest === '') {
    if (!hasQuery) url.query = base.query;
    return;
  }
  if (url.scheme === 'file' && driveStart.test(rest)) url.path = [];
  else shorten(url);
  addSegments(url, rest);
}

function parseFile(url, rest, base, hasQuery) {
  url.host = '';
  if (base?.scheme !== 'file') base = null;
  if (!isSlash(url, rest[0])) {
    if (base === null) {
      parsePath(url, rest);
      return true;
    }
    url.host = base.host;
    takePath(url, rest, base, hasQuery);
    return true;
  }
  if (isSlash(url, rest[1])) return parseFileHost(url, rest.slice(2));
  if (base !== null) {
    url.host = base.host;
    if (!driveStart.test(rest.slice(1)) && /^[a-zA-Z]:$/.test(base.path[0] ?? '')) {
      url.path.push(base.path[0]);
    }
  }
  addSegments(url, rest.slice(1));
  return true;
}

function parseFileHost(url, rest) {
  const end = rest.search(/[/\\]/);
  const name = end === -1 ? rest : rest.slice(0, end);
  if (drivePattern.test(name)) {
    parsePath(url, rest);
    return true;
  }
  if (name !== '') {
    const host = parseHost(name, true);
    if (host === null) return false;
    url.host = host === 'localhost' ? '' : host;
  }
  parsePath(url, end === -1 ? '' : rest.slice(end));
  return true;
}

function parseAuthority(url, rest) {
  let end = 0;
  while (end < rest.length && !isSlash(url, rest[end])) end++;
  let name = rest.slice(0, end);
  const at = name.lastIndexOf('@');
  if (at !== -1) {
    const credentials = name.slice(0, at);
    name = name.slice(at + 1);
    if (name === '') return false;
    const colon = credentials.indexOf(':');
    url.username = encode(colon === -1 ? credentials : credentials.slice(0, colon), USERINFO);
    if (colon !== -1) url.password = encode(credentials.slice(colon + 1), USERINFO);
  }
  if (!setHostAndPort(url, name)) return false;
  parsePath(url, rest.slice(end));
  return true;
}

// Where the port starts: the first ':' outside of brackets; -1: nowhere.
function portColon(name) {
  const from = name.startsWith('[') ? name.indexOf(']') : 0;
  return from === -1 ? -1 : name.indexOf(':', from);
}

function setHostAndPort(url, name) {
  const colon = portColon(name);
  const hostText = colon === -1 ? name : name.slice(0, colon);
  if (hostText === '' && (colon !== -1 || isSpecial(url.scheme))) return false;
  const host = parseHost(hostText, isSpecial(url.scheme));
  if (host === null) return false;
  url.host = host;
  return colon === -1 || setPort(url, name.slice(colon + 1));
}

function setPort(url, text) {
  if (!/^[0-9]*$/.test(text)) return false;
  if (text === '') {
    url.port = null;
    return true;
  }
  const port = Number(text);
  if (port > 65535) return false;
  url.port = port === defaultPorts[url.scheme] ? null : port;
  return true;
}

// A whole path; with no state override, a missing one gives '/' for special schemes.
function parsePath(url, rest) {
  if (isSlash(url, rest[0])) rest = rest.slice(1);
  else if (rest === '' && !isSpecial(url.scheme)) return;
  addSegments(url, rest);
}

const single = /^(?:\.|%2e)$/i;
const double = /^(?:\.|%2e){2}$/i;

function addSegments(url, rest) {
  const segments = isSpecial(url.scheme) ? rest.split(/[/\\]/) : rest.split('/');
  const last = segments.length - 1;
  for (let i = 0; i <= last; i++) {
    let segment = segments[i];
    if (double.test(segment)) {
      shorten(url);
      if (i === last) url.path.push('');
    } else if (single.test(segment)) {
      if (i === last) url.path.push('');
    } else {
      if (url.scheme === 'file' && url.path.length === 0 && drivePattern.test(segment)) {
        segment = `${segment[0]}:`;
      }
      url.path.push(encode(segment, PATH));
    }
  }
}

// A drive letter that is all of the path stays.
function shorten(url) {
  const { path } = url;
  if (url.scheme === 'file' && path.length === 1 && /^[a-zA-Z]:$/.test(path[0])) return;
  path.pop();
}

function pathOf(url) {
  if (typeof url.path === 'string') return url.path;
  return url.path.length === 0 ? '' : `/${url.path.join('/')}`;
}

function serialize(url, withFragment = true) {
  let text = `${url.scheme}:`;
  if (url.host !== null) {
    text += '//';
    if (url.username !== '' || url.password !== '') {
      text += url.password === '' ? `${url.username}@` : `${url.username}:${url.password}@`;
    }
    text += url.port === null ? url.host : `${url.host}:${url.port}`;
  } else if (typeof url.path !== 'string' && url.path.length > 1 && url.path[0] === '') {
    text += '/.';
  }
  text += pathOf(url);
  if (url.query !== null) text += `?${url.query}`;
  if (withFragment && url.fragment !== null) text += `#${url.fragment}`;
  return text;
}

module.exports = {
  defaultPorts, encodeQuery, isSpecial, parse, parsePath, pathOf, portColon, serialize, setPort,
};
