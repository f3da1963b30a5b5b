// SPDX-License-Identifier: MIT
// The class URL: a record of internal/url/parser and its searchParams.
'use strict';
const { codes } = require('internal/errors');
const parser = require('internal/url/parser');
const { parseHost } = require('internal/url/host');
const { encode, FRAGMENT, USERINFO, toText } = require('internal/url/percent');
const { URLSearchParams, linkTo, parseList } = require('internal/url/params');

const { isSpecial } = parser;
const customInspect = Symbol.for('nodejs.util.inspect.custom');

function parseWithBase(input, base) {
  let baseRecord = null;
  if (base !== undefined) {
    baseRecord = parser.parse(base, null);
    if (baseRecord === null) return null;
  }
  return parser.parse(input, baseRecord);
}

function invalid(input, base) {
  const error = new codes.ERR_INVALID_URL(input, base);
  error.input = input;
  if (base !== undefined) error.base = base;
  return error;
}

function cannotHaveCredentials(record) {
  return record.host === null || record.host === '' || record.scheme === 'file';
}

// The part of a text before what ends a host.
function hostPart(record, text) {
  text = text.replace(/[\t\n\r]/g, '');
  const end = text.search(isSpecial(record.scheme) ? /[/\\?#]/ : /[/?#]/);
  return end === -1 ? text : text.slice(0, end);
}

function setHost(record, text, withPort) {
  if (typeof record.path === 'string') return;
  const name = hostPart(record, text);
  const colon = record.scheme === 'file' ? -1 : parser.portColon(name);
  if (colon !== -1 && !withPort) return;
  const hostText = colon === -1 ? name : name.slice(0, colon);
  if (hostText === '') {
    if (colon !== -1 || (isSpecial(record.scheme) && record.scheme !== 'file')) return;
    if (record.username !== '' || record.password !== '' || record.port !== null) return;
  }
  let host = hostText === '' ? '' : parseHost(hostText, isSpecial(record.scheme));
  if (host === null) return;
  if (record.scheme === 'file' && host === 'localhost') host = '';
  record.host = host;
  if (colon !== -1) {
    const digits = /^[0-9]*/.exec(name.slice(colon + 1))[0];
    if (digits !== '') parser.setPort(record, digits);
  }
}

function setProtocol(record, text) {
  const match = /^([a-zA-Z][a-zA-Z0-9+\-.]*)(:|$)/.exec(text.replace(/[\t\n\r]/g, ''));
  if (match === null) return;
  const scheme = match[1].toLowerCase();
  if (isSpecial(scheme) !== isSpecial(record.scheme)) return;
  if (scheme === 'file' &&
      (record.username !== '' || record.password !== '' || record.port !== null)) {
    return;
  }
  if (record.scheme === 'file' && record.host === '') return;
  record.scheme = scheme;
  if (record.port === parser.defaultPorts[scheme]) record.port = null;
}

// An opaque path loses its spaces at the end when nothing follows it any more.
function trimOpaque(record) {
  if (typeof record.path === 'string' && record.fragment === null && record.query === null) {
    record.path = record.path.replace(/ +$/, '');
  }
}

class URL {
  #record = null;
  #params = null;

  static #of(url) {
    if (typeof url !== 'object' || url === null || !(#record in url)) {
      throw new codes.ERR_INVALID_THIS('URL');
    }
    return url.#record;
  }

  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    input = toText(input);
    if (base !== undefined) base = toText(base);
    this.#record = parseWithBase(input, base);
    if (this.#record === null) throw invalid(input, base);
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    return parseWithBase(toText(url), base === undefined ? base : toText(base)) !== null;
  }

  #paramsChanged() {
    if (this.#params !== null) parseList(this.#params, URL.#of(this).query);
  }

  get href() { return parser.serialize(URL.#of(this)); }
  set href(value) {
    URL.#of(this);
    value = toText(value);
    const record = parser.parse(value, null);
    if (record === null) throw invalid(value);
    this.#record = record;
    this.#paramsChanged();
  }

  get origin() {
    const { scheme, host, port, path } = URL.#of(this);
    if (scheme === 'blob') {
      const inner = typeof path === 'string' ? parser.parse(path, null) : null;
      if (inner === null || (inner.scheme !== 'http' && inner.scheme !== 'https')) return 'null';
      return new URL(path).origin;
    }
    if (!isSpecial(scheme) || scheme === 'file') return 'null';
    return `${scheme}://${host}${port === null ? '' : `:${port}`}`;
  }

  get protocol() { return `${URL.#of(this).scheme}:`; }
  set protocol(value) { setProtocol(URL.#of(this), toText(value)); }

  get username() { return URL.#of(this).username; }
  set username(value) {
    value = toText(value);
    if (!cannotHaveCredentials(URL.#of(this))) URL.#of(this).username = encode(value, USERINFO);
  }

  get password() { return URL.#of(this).password; }
  set password(value) {
    value = toText(value);
    if (!cannotHaveCredentials(URL.#of(this))) URL.#of(this).password = encode(value, USERINFO);
  }

  get host() {
    const { host, port } = URL.#of(this);
    return host === null ? '' : port === null ? host : `${host}:${port}`;
  }
  set host(value) { setHost(URL.#of(this), toText(value), true); }

  get hostname() { return URL.#of(this).host ?? ''; }
  set hostname(value) { setHost(URL.#of(this), toText(value), false); }

  get port() { return URL.#of(this).port === null ? '' : `${URL.#of(this).port}`; }
  set port(value) {
    value = toText(value);
    if (cannotHaveCredentials(URL.#of(this))) return;
    const digits = /^[0-9]*/.exec(value.replace(/[\t\n\r]/g, ''))[0];
    if (value === '' || digits !== '') parser.setPort(URL.#of(this), digits);
  }

  get pathname() { return parser.pathOf(URL.#of(this)); }
  set pathname(value) {
    value = toText(value).replace(/[\t\n\r]/g, '');
    if (typeof URL.#of(this).path === 'string') return;
    URL.#of(this).path = [];
    parser.parsePath(URL.#of(this), value);
    // Without a host something must be left to tell a path from an opaque one.
    if (URL.#of(this).path.length === 0 && URL.#of(this).host === null) URL.#of(this).path.push('');
  }

  get search() { return URL.#of(this).query ? `?${URL.#of(this).query}` : ''; }
  set search(value) {
    value = toText(value).replace(/[\t\n\r]/g, '');
    if (value === '') {
      URL.#of(this).query = null;
      trimOpaque(URL.#of(this));
    } else {
      URL.#of(this).query = parser.encodeQuery(URL.#of(this),
        value.startsWith('?') ? value.slice(1) : value);
    }
    this.#paramsChanged();
  }

  get searchParams() {
    URL.#of(this);
    if (this.#params === null) {
      this.#params = new URLSearchParams(URL.#of(this).query ?? '');
      parseList(this.#params, URL.#of(this).query);
      linkTo(this.#params, (text) => {
        URL.#of(this).query = text === '' ? null : text;
        if (text === '') trimOpaque(URL.#of(this));
      });
    }
    return this.#params;
  }

  get hash() { return URL.#of(this).fragment ? `#${URL.#of(this).fragment}` : ''; }
  set hash(value) {
    value = toText(value).replace(/[\t\n\r]/g, '');
    if (value === '') {
      URL.#of(this).fragment = null;
      trimOpaque(URL.#of(this));
    } else {
      URL.#of(this).fragment = encode(value.startsWith('#') ? value.slice(1) : value, FRAGMENT);
    }
  }

  toString() { return parser.serialize(URL.#of(this)); }

  toJSON() { return parser.serialize(URL.#of(this)); }

  [customInspect](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const constructor = this.constructor || URL;
    const shown = {};
    for (const name of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname',
      'port', 'pathname', 'search', 'searchParams', 'hash']) {
      shown[name] = this[name];
    }
    return `${constructor.name} ${require('internal/inspect').inspect(shown, options)}`;
  }

  static createObjectURL(object) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('obj');
    return require('internal/blob').createObjectURL(object);
  }

  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    require('internal/blob').revokeObjectURL(toText(url));
  }
}

for (const name of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname',
  'port', 'pathname', 'search', 'searchParams', 'hash', 'toString', 'toJSON']) {
  Object.defineProperty(URL.prototype, name, { enumerable: true });
}
for (const name of ['canParse', 'createObjectURL', 'revokeObjectURL']) {
  Object.defineProperty(URL, name, { enumerable: true });
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });

module.exports = { URL, URLSearchParams };
