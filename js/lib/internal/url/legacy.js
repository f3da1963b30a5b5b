// SPDX-License-Identifier: MIT
// The old url.parse, url.format and url.resolve: they take apart what only looks like a URL, and
// keep what it looked like.
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const querystring = require('querystring');

// With '//' behind them, and with a host that is there even without.
const slashed = new Set(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss']);
const hostless = new Set(['javascript']);

const fields = ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search',
  'query', 'pathname', 'path', 'href'];

function Url() {
  for (const name of fields) this[name] = null;
}

// Characters that a path or what follows it must not have as they are.
const unwise = /[\t\n\r "'<>\\^`{|}]/g;

function escapeUnwise(text) {
  return text.replace(unwise, (char) => {
    const code = char.charCodeAt(0);
    return `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
  });
}

// Backslashes before the first '?' or '#' count as slashes; spaces around are no part of it.
function prepare(text) {
  text = text.replace(/^[\0-\x20\xa0\ufeff]+|[\0-\x20\xa0\ufeff]+$/g, '');
  const end = text.search(/[?#]/);
  if (end === -1) return text.replaceAll('\\', '/');
  return text.slice(0, end).replaceAll('\\', '/') + text.slice(end);
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  let rest = prepare(url);
  const proto = /^[a-z0-9.+-]+:/i.exec(rest);
  let scheme = '';
  if (proto !== null) {
    this.protocol = proto[0].toLowerCase();
    scheme = this.protocol.slice(0, -1);
    rest = rest.slice(proto[0].length);
  }
  if ((slashesDenoteHost || proto !== null || /^\/\/[^@/]+@[^@/]+/.test(rest)) &&
      rest.startsWith('//') && !hostless.has(scheme)) {
    rest = rest.slice(2);
    this.slashes = true;
  }
  if (!hostless.has(scheme) && (this.slashes || (proto !== null && !slashed.has(scheme)))) {
    rest = takeAuthority(this, rest, url);
  }
  if (!hostless.has(scheme)) rest = escapeUnwise(rest);
  const hash = rest.indexOf('#');
  if (hash !== -1) {
    this.hash = rest.slice(hash);
    rest = rest.slice(0, hash);
  }
  const mark = rest.indexOf('?');
  if (mark !== -1) {
    this.search = rest.slice(mark);
    this.query = parseQueryString ? querystring.parse(rest.slice(mark + 1)) : rest.slice(mark + 1);
    rest = rest.slice(0, mark);
  } else if (parseQueryString) {
    this.search = null;
    this.query = { __proto__: null };
  }
  if (rest !== '') this.pathname = rest;
  if (slashed.has(scheme) && this.hostname && !this.pathname) this.pathname = '/';
  if (this.pathname || this.search) this.path = (this.pathname || '') + (this.search || '');
  this.href = this.format();
  return this;
};

// auth@host:port; the rest of the text is returned.
function takeAuthority(result, rest, url) {
  let end = rest.search(/[/?#]/);
  if (end === -1) end = rest.length;
  const name = rest.slice(0, end).replace(/[\t\n\r]/g, '');
  rest = name + rest.slice(end);
  end = name.length;
  const at = rest.lastIndexOf('@', end - 1);
  let start = 0;
  if (at !== -1) {
    result.auth = decodeURIComponent(rest.slice(0, at));
    start = at + 1;
  }
  const odd = rest.slice(start, end).search(/[\t\n\r "%';<>\\^`{|}]/);
  if (odd !== -1) end = start + odd;
  let host = rest.slice(start, end);
  const port = /:([0-9]*)$/.exec(host);
  if (port !== null) {
    if (port[1] !== '') result.port = port[1];
    host = host.slice(0, -port[0].length);
  }
  const six = host.startsWith('[') && host.endsWith(']');
  if (host.length > 255) {
    host = '';
  } else {
    host = host.toLowerCase();
  }
  const colon = six ? -1 : host.indexOf(':');
  if (colon !== -1) { // what is no port is a path
    rest = `/${host.slice(colon)}${rest.slice(end)}`;
    end = 0;
    host = host.slice(0, colon);
  }
  if (!six && host !== '') host = checkHost(host, url);
  result.hostname = six ? host.slice(1, -1) : host;
  result.host = host + (result.port === null ? '' : `:${result.port}`);
  rest = rest.slice(end);
  return six && !rest.startsWith('/') ? `/${rest}` : rest;
}

function checkHost(host, url) {
  if (/[\0\t\n\r #%/:<>?@[\\\]^|]/.test(host)) throw invalidUrl(url);
  if (/^[\0-\x7f]*$/.test(host)) return host;
  const ascii = require('internal/url/host').toAscii(host);
  if (ascii === null || ascii === '') throw invalidUrl(url);
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
  return encodeURIComponent(auth).replace(/%3A/i, ':');
}

Url.prototype.format = function format() {
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
  const scheme = protocol.slice(0, -1);
  pathname = pathname.replace(/[#?]/g, (char) => (char === '#' ? '%23' : '%3F'));
  if (this.slashes || slashed.has(scheme)) {
    if (this.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (scheme === 'file') {
      host = '//';
    }
  }
  search = search.replaceAll('#', '%23');
  if (hash && !hash.startsWith('#')) hash = `#${hash}`;
  if (search && !search.startsWith('?')) search = `?${search}`;
  return protocol + host + pathname + search + hash;
};

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
    for (const name of fields) if (name !== 'protocol') result[name] = relative[name];
    if (slashed.has(result.protocol?.slice(0, -1)) && result.hostname && !result.pathname) {
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
  const { hostname, host, auth, port } = result;
  Object.assign(result, relative);
  const scheme = relative.protocol.slice(0, -1);
  // "http:path" after another scheme that has hosts: the first segment becomes the host.
  if (slashed.has(scheme) && !relative.host && scheme !== 'file') {
    const segments = (relative.pathname || '').split('/').filter((one) => one !== '');
    const first = segments.shift() ?? '';
    result.host = first;
    result.hostname = first;
    result.pathname = `/${segments.join('/')}`;
    result.slashes = true;
  } else if (slashed.has(scheme) && scheme === 'file' && !relative.host) {
    Object.assign(result, { hostname, host, auth, port });
    result.host = '';
    result.hostname = '';
  }
  if (result.pathname || result.search) {
    result.path = (result.pathname || '') + (result.search || '');
  }
  result.slashes = result.slashes || relative.slashes;
}

// A scheme without slashes has taken its first segment for a host: here it is one again.
function foldHost(host, pathname) {
  return host ? `${host}${pathname || ''}` : pathname || '';
}

function mergePaths(result, relative) {
  const odd = Boolean(result.protocol) && !slashed.has(result.protocol.slice(0, -1));
  const flat = odd && Boolean(result.host);
  let source = result.pathname || '';
  let given = relative.pathname || '';
  let newHost = relative.host;
  if (odd) {
    source = foldHost(result.host, source);
    if (relative.protocol) given = foldHost(newHost, given);
    if (relative.protocol) {
      newHost = null;
      result.auth = null;
    }
    result.host = '';
    result.hostname = '';
  }
  if (newHost || newHost === '') {
    if (result.host !== newHost) result.auth = null;
    result.host = newHost;
    result.hostname = relative.hostname;
    result.port = relative.port;
  }
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
  let absolute = source.startsWith('/') || given.startsWith('/') || Boolean(result.host && given);
  let segments = source.split('/');
  let { search, query } = relative;
  if (given.startsWith('/') || (newHost && given !== '')) {
    segments = given.split('/');
  } else if (given !== '') {
    segments.pop();
    segments = segments.concat(given.split('/'));
  } else if (newHost) {
    segments = [''];
  } else if (search === null) {
    ({ search, query } = result);
  }
  if (odd) absolute = segments[0] === '' && segments.length > 1;
  result.search = search;
  result.query = query;
  let path = dotless(segments, absolute, absolute || flat);
  if (flat && path === '/') path = '';
  if (odd && !absolute) path = unfoldHost(result, path);
  result.pathname = path || null;
  if (!result.pathname && result.host && slashed.has(result.protocol?.slice(0, -1))) {
    result.pathname = '/';
  }
  result.path = result.pathname !== null || search !== null ?
    (result.pathname || '') + (search || '') : null;
}

function unfoldHost(result, path) {
  const end = path.indexOf('/');
  const first = end === -1 ? path : path.slice(0, end);
  const at = first.indexOf('@');
  if (at > 0) result.auth = first.slice(0, at);
  result.host = first.slice(at + 1);
  result.hostname = result.host;
  return end === -1 ? '' : path.slice(end);
}

function dotless(segments, absolute, noneAbove) {
  const last = segments[segments.length - 1];
  const directory = last === '.' || last === '..' || last === '';
  const kept = [];
  let above = 0;
  for (const segment of absolute && segments[0] === '' ? segments.slice(1) : segments) {
    if (segment === '..') {
      if (kept.length > 0) kept.pop();
      else above++;
    } else if (segment !== '.') {
      kept.push(segment);
    }
  }
  if (!noneAbove) for (; above > 0; above--) kept.unshift('..');
  let path = kept.join('/');
  if (directory && path !== '' && !path.endsWith('/')) path += '/';
  return absolute ? `/${path}` : path;
}

module.exports = { Url, parse, resolve, resolveObject };
