// SPDX-License-Identifier: MIT
// The old url.parse, url.format and url.resolve: they also split texts that only look like URLs,
// and keep their original form.
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const querystring = require('querystring');

// Schemes followed by '//', which have a host even without it.
const slashed = new Set(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss']);
const hostless = new Set(['javascript']);

function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// Characters that a path or what follows it must not have as they are.
const unwise = /[\t\n\r "'<>\\^`{|}]/g;

function escapeUnwise(text) {
  return text.replace(unwise, (char) => {
    const code = char.charCodeAt(0);
    return `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
  });
}

// Backslashes before the first '?' or '#' count as slashes; surrounding spaces are removed.
function prepare(text) {
  text = text.replace(/^[\0-\x20\xa0\ufeff]+|[\0-\x20\xa0\ufeff]+$/g, '');
  const end = text.search(/[?#]/);
  if (end === -1) return text.replaceAll('\\', '/');
  return text.slice(0, end).replaceAll('\\', '/') + text.slice(end);
}

const isSlashed = (protocol) => slashed.has(protocol?.replace(/:$/, ''));

// A path and a query alone are taken as they are: nothing in them is escaped.
function parsePlain(result, text, parseQueryString) {
  const plain = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/.exec(text);
  if (plain === null) return false;
  result.path = text;
  result.href = text;
  result.pathname = plain[1];
  if (plain[2]) {
    result.search = plain[2];
    const query = plain[2].slice(1);
    result.query = parseQueryString ? querystring.parse(query) : query;
  } else if (parseQueryString) {
    result.query = { __proto__: null };
  }
  return true;
}

// protocol, host, hostname, port, path, query, fragment, of which nothing has to be changed.
const usual = new RegExp('^(https?:|wss?:|ftp:)//(([a-z0-9.-]{1,255})(?::([0-9]+))?)' +
  '(/[!$-&(-;=@-[\\]_a-z~]*)?(\\?[!$-&(-;=?-[\\]_a-z~]*)?(#[!#-&(-;=?-[\\]_a-z~]*)?$');

function isNew({ auth, port, hash, search, query }) {
  return auth === null && port === null && hash === null && search === null && query === null;
}

function parseUsual(result, text, parseQueryString) {
  const parts = usual.exec(text);
  if (parts === null || parts[3].includes('xn--')) return false;
  const search = parts[6];
  const hash = parts[7];
  const pathname = parts[5] ?? '/';
  result.protocol = parts[1];
  result.slashes = true;
  result.host = parts[2];
  result.hostname = parts[3];
  if (parts[4] !== undefined) result.port = parts[4];
  if (hash !== undefined) result.hash = hash;
  if (search !== undefined) {
    const query = search.slice(1);
    result.search = search;
    result.query = parseQueryString ? querystring.parse(query) : query;
  } else if (parseQueryString) {
    result.query = { __proto__: null };
  }
  result.pathname = pathname;
  result.path = search === undefined ? pathname : pathname + search;
  result.href = parts[5] !== undefined ? text :
    `${parts[1]}//${parts[2]}/${search ?? ''}${hash ?? ''}`;
  return true;
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  if (isNew(this) && this.format === format && parseUsual(this, url, parseQueryString)) return this;
  let rest = prepare(url);
  if (!slashesDenoteHost && !/#|^[^?]*@/.test(rest) && parsePlain(this, rest, parseQueryString)) {
    return this;
  }
  const proto = /^[a-z0-9.+-]+:/i.exec(rest)?.[0] ?? '';
  const scheme = proto.slice(0, -1).toLowerCase();
  if (proto !== '') {
    this.protocol = proto.toLowerCase();
    rest = rest.slice(proto.length);
  }
  const hasSlashes = (slashesDenoteHost || proto !== '' || /^\/\/[^@/]+@[^@/]+/.test(rest)) &&
    rest.startsWith('//');
  if (hasSlashes && !hostless.has(scheme)) {
    rest = rest.slice(2);
    this.slashes = true;
  }
  // Here a scheme in capitals is not one of those that have slashes.
  if (!hostless.has(scheme) && (hasSlashes || (proto !== '' && !isSlashed(proto)))) {
    rest = takeAuthority(this, rest, url);
  }
  if (!hostless.has(scheme)) rest = escapeUnwise(rest);
  takePath(this, rest, parseQueryString);
  if (slashed.has(scheme) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = (this.pathname || '') + (this.search || '');
  this.href = this.format();
  return this;
};

function takePath(result, rest, parseQueryString) {
  const hash = rest.indexOf('#');
  if (hash !== -1) {
    result.hash = rest.slice(hash);
    rest = rest.slice(0, hash);
  }
  const mark = rest.indexOf('?');
  if (mark !== -1) {
    const query = rest.slice(mark + 1);
    result.search = rest.slice(mark);
    result.query = parseQueryString ? querystring.parse(query) : query;
    rest = rest.slice(0, mark);
  } else if (parseQueryString) {
    result.search = null;
    result.query = { __proto__: null };
  }
  if (rest !== '') result.pathname = rest;
}

// Where the host of auth@host:port begins and ends. A character that no host has ends it, unless an
// '@' follows.
function findHost(text) {
  const end = text.search(/[/?#]/);
  const authority = end === -1 ? text : text.slice(0, end);
  const start = authority.lastIndexOf('@') + 1;
  const odd = authority.slice(start).search(/[ "%';<>\\^`{|}]/);
  return [start, odd === -1 ? authority.length : start + odd];
}

// auth@host:port; the rest of the text is returned.
function takeAuthority(result, rest, url) {
  const end = rest.search(/[/?#]/);
  rest = end === -1 ? rest.replace(/[\t\n\r]/g, '') :
    rest.slice(0, end).replace(/[\t\n\r]/g, '') + rest.slice(end);
  const [from, to] = findHost(rest);
  if (from > 0) result.auth = decodeURIComponent(rest.slice(0, from - 1));
  let host = rest.slice(from, to);
  rest = rest.slice(to);
  const port = /:([0-9]*)$/.exec(host);
  if (port !== null) {
    if (port[1] !== '') result.port = port[1];
    host = host.slice(0, -port[0].length);
  }
  const six = host.startsWith('[') && host.endsWith(']');
  const colon = six ? -1 : host.search(/[:/\\#?]/);
  if (colon !== -1) { // what is no port is a path
    if (host[colon] === ':') warnOfPort(url);
    rest = `/${host.slice(colon)}${rest}`;
    host = host.slice(0, colon);
  }
  host = host.length > 255 ? '' : host.toLowerCase();
  if (host !== '') host = checkHost(host, six, url);
  result.host = host + (result.port === null ? '' : `:${result.port}`);
  result.hostname = six ? host.slice(1, -1) : host;
  return six && !rest.startsWith('/') ? `/${rest}` : rest;
}

let hasWarned = false;
function warnOfPort(url) {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(`The URL ${url} is invalid. Future versions of Node.js will throw an error.`,
    'DeprecationWarning', 'DEP0170');
}

function checkHost(host, six, url) {
  if (six) {
    if (/[\0\t\n\r #%/<>?@\\^|]/.test(host)) throw invalidUrl(url);
    return host;
  }
  const ascii = require('internal/url/host').toAsciiLeniently(host);
  if (ascii === '' || /[\0\t\n\r #%/:<>?@[\\\]^|]/.test(ascii)) throw invalidUrl(url);
  return ascii;
}

function invalidUrl(input) {
  const error = new codes.ERR_INVALID_URL(input);
  error.input = input;
  return error;
}

function parse(url, parseQueryString, slashesDenoteHost) {
  if (url instanceof Url) return url;
  return new Url().parse(url, parseQueryString, slashesDenoteHost);
}

function encodeAuth(auth) {
  return encodeURIComponent(auth).replaceAll('%3A', ':');
}

// Splits `host` into the port and the name.
Url.prototype.parseHost = function parseHost() {
  let { host } = this;
  const port = /:[0-9]*$/.exec(host)?.[0];
  if (port !== undefined) {
    if (port !== ':') this.port = port.slice(1);
    host = host.slice(0, -port.length);
  }
  if (host) this.hostname = host;
};

function format() {
  const auth = this.auth ? `${encodeAuth(this.auth)}@` : '';
  let protocol = this.protocol || '';
  let pathname = this.pathname || '';
  let hash = this.hash || '';
  let host = '';
  let query = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const six = this.hostname.includes(':') && !this.hostname.startsWith('[');
    host = auth + (six ? `[${this.hostname}]` : this.hostname);
    if (this.port) host += `:${this.port}`;
  }
  if (this.query !== null && typeof this.query === 'object') {
    query = querystring.stringify(this.query);
  }
  let search = this.search || (query && `?${query}`) || '';
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  pathname = pathname.replace(/[#?]/g, (char) => (char === '#' ? '%23' : '%3F'));
  if (this.slashes || isSlashed(protocol)) {
    if (this.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (protocol.startsWith('file')) {
      host = '//';
    }
  }
  search = search.replaceAll('#', '%23');
  if (hash && !hash.startsWith('#')) hash = `#${hash}`;
  if (search && !search.startsWith('?')) search = `?${search}`;
  return protocol + host + pathname + search + hash;
}
Url.prototype.format = format;

function resolve(source, relative) {
  return parse(source, false, true).resolve(relative);
}

function resolveObject(source, relative) {
  return source ? parse(source, false, true).resolveObject(relative) : relative;
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(parse(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  if (typeof relative === 'string') relative = new Url().parse(relative, false, true);
  const result = Object.assign(new Url(), this);
  result.hash = relative.hash;
  if (relative.href === '') {
    result.href = result.format();
    return result;
  }
  if (relative.slashes && !relative.protocol) {
    for (const name of Object.keys(relative)) {
      if (name !== 'protocol') result[name] = relative[name];
    }
    if (isSlashed(result.protocol) && result.hostname && !result.pathname) {
      result.path = result.pathname = '/';
    }
  } else if (relative.protocol && relative.protocol !== result.protocol) {
    takeOtherScheme(result, relative);
  } else {
    mergePaths(result, relative);
  }
  result.href = result.format();
  return result;
};

function takeOtherScheme(result, relative) {
  if (!isSlashed(relative.protocol)) {
    Object.assign(result, relative);
    return;
  }
  result.protocol = relative.protocol;
  let { host, pathname } = relative;
  // "http:path" after another scheme: the first segment that is not empty is the host.
  if (!host && !/^file:?$/.test(relative.protocol)) {
    const segments = (pathname || '').split('/');
    const first = segments.findIndex((one) => one !== '');
    host = first === -1 ? '' : segments[first];
    const others = first === -1 ? [] : segments.slice(first + 1);
    if (others[0] !== '') others.unshift('');
    if (others.length < 2) others.unshift('');
    pathname = others.join('/');
    relative.host = host;
    relative.hostname ||= '';
  }
  result.pathname = pathname;
  result.search = relative.search;
  result.query = relative.query;
  result.host = host || '';
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  if (result.pathname || result.search) setPath(result);
  result.slashes = result.slashes || relative.slashes;
}

function setPath(result) {
  result.path = (result.pathname || '') + (result.search || '');
}

const segmentsOf = (pathname) => (pathname ? pathname.split('/') : []);

// A host as the first segment of a path.
function foldHost(host, segments) {
  if (!host) return;
  if (segments[0] === '') segments[0] = host;
  else segments.unshift(host);
}

// The reverse: it may include the user.
function unfoldHost(result, host) {
  const parts = host && host.indexOf('@') > 0 ? host.split('@') : undefined;
  if (parts !== undefined) result.auth = parts[0];
  result.host = result.hostname = parts === undefined ? host : parts[1];
}

// Paths of one scheme. In schemes without slashes the host is a segment like others meanwhile.
function mergePaths(result, relative) {
  const source = segmentsOf(result.pathname);
  const given = segmentsOf(relative.pathname);
  const givenIsAbsolute = Boolean(relative.host || relative.pathname?.startsWith('/'));
  const inside = Boolean(givenIsAbsolute || result.pathname?.startsWith('/') ||
    (result.host && relative.pathname));
  let absolute = inside;
  const flat = Boolean(result.protocol) && !isSlashed(result.protocol);
  if (flat) {
    foldHost(result.host, source);
    Object.assign(result, { hostname: '', port: null, host: '' });
    if (relative.protocol) {
      result.auth = null;
      foldHost(relative.host, given);
      Object.assign(relative, { hostname: null, port: null, host: null });
    }
    absolute = absolute && (given[0] === '' || source[0] === '');
  }
  let segments = given;
  if (givenIsAbsolute) {
    takeHost(result, relative);
  } else if (given.length > 0) {
    segments = source.slice(0, -1).concat(given);
  } else if (relative.search !== null && relative.search !== undefined) {
    if (flat) unfoldHost(result, source.shift());
    result.search = relative.search;
    result.query = relative.query;
    if (result.pathname !== null || result.search !== null) setPath(result);
    return;
  } else {
    segments = source;
  }
  if (givenIsAbsolute || given.length > 0) {
    result.search = relative.search;
    result.query = relative.query;
  }
  if (segments.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    return;
  }
  finishPath(result, relative, segments, { flat, inside, absolute });
}

function takeHost(result, relative) {
  if (relative.host || relative.host === '') {
    if (result.host !== relative.host) result.auth = null;
    result.host = relative.host;
    result.port = relative.port;
  }
  if (relative.hostname || relative.hostname === '') {
    if (result.hostname !== relative.hostname) result.auth = null;
    result.hostname = relative.hostname;
  }
}

// Without '.' and '..': those that would lead above the first segment are kept, or not.
function withoutDots(segments, keepAbove) {
  let above = 0;
  const kept = [];
  for (const segment of segments.toReversed()) {
    if (segment === '.') continue;
    if (segment === '..') above++;
    else if (above > 0) above--;
    else kept.unshift(segment);
  }
  return keepAbove ? [...new Array(above).fill('..'), ...kept] : kept;
}

function finishPath(result, relative, segments, { flat, inside, absolute }) {
  const last = segments[segments.length - 1];
  const isDirectory = last === '' || ((result.host || relative.host || segments.length > 1) &&
    (last === '.' || last === '..'));
  segments = withoutDots(segments, !absolute && !inside);
  if (absolute && segments[0] !== '' && !segments[0]?.startsWith('/')) segments.unshift('');
  if (isDirectory && !segments.join('/').endsWith('/')) segments.push('');
  const begins = segments[0] === '' || Boolean(segments[0]?.startsWith('/'));
  if (flat) unfoldHost(result, begins ? '' : segments.shift() ?? '');
  if ((absolute || (result.host && segments.length > 0)) && !begins) segments.unshift('');
  result.pathname = segments.length === 0 ? null : segments.join('/');
  if (segments.length === 0) result.path = null;
  if (result.pathname !== null || result.search !== null) setPath(result);
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
}

module.exports = { Url, parse, resolve, resolveObject };
