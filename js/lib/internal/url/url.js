// SPDX-License-Identifier: MIT
// The class URL: a record of internal/url/parser and its searchParams.
'use strict';
const { codes } = require('internal/errors');
const parser = require('internal/url/parser');
const { parseHost } = require('internal/url/host');
const { encode, FRAGMENT, USERINFO } = require('internal/url/percent');
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
  #record;
  #params = null;

  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    this.#record = parseWithBase(input, base);
    if (this.#record === null) throw invalid(input, base);
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    return parseWithBase(`${url}`, base === undefined ? base : `${base}`) !== null;
  }

  #paramsChanged() {
    if (this.#params !== null) parseList(this.#params, this.#record.query);
  }

  get href() { return parser.serialize(this.#record); }
  set href(value) {
    const record = parser.parse(`${value}`, null);
    if (record === null) throw invalid(`${value}`);
    this.#record = record;
    this.#paramsChanged();
  }

  get origin() {
    const { scheme, host, port, path } = this.#record;
    if (scheme === 'blob') {
      const inner = typeof path === 'string' ? parser.parse(path, null) : null;
      if (inner === null || (inner.scheme !== 'http' && inner.scheme !== 'https')) return 'null';
      return new URL(path).origin;
    }
    if (!isSpecial(scheme) || scheme === 'file') return 'null';
    return `${scheme}://${host}${port === null ? '' : `:${port}`}`;
  }

  get protocol() { return `${this.#record.scheme}:`; }
  set protocol(value) { setProtocol(this.#record, `${value}`); }

  get username() { return this.#record.username; }
  set username(value) {
    value = `${value}`;
    if (!cannotHaveCredentials(this.#record)) this.#record.username = encode(value, USERINFO);
  }

  get password() { return this.#record.password; }
  set password(value) {
    value = `${value}`;
    if (!cannotHaveCredentials(this.#record)) this.#record.password = encode(value, USERINFO);
  }

  get host() {
    const { host, port } = this.#record;
    return host === null ? '' : port === null ? host : `${host}:${port}`;
  }
  set host(value) { setHost(this.#record, `${value}`, true); }

  get hostname() { return this.#record.host ?? ''; }
  set hostname(value) { setHost(this.#record, `${value}`, false); }

  get port() { return this.#record.port === null ? '' : `${this.#record.port}`; }
  set port(value) {
    value = `${value}`;
    if (cannotHaveCredentials(this.#record)) return;
    const digits = /^[0-9]*/.exec(value.replace(/[\t\n\r]/g, ''))[0];
    if (value === '' || digits !== '') parser.setPort(this.#record, digits);
  }

  get pathname() { return parser.pathOf(this.#record); }
  set pathname(value) {
    value = `${value}`.replace(/[\t\n\r]/g, '');
    if (typeof this.#record.path === 'string') return;
    this.#record.path = [];
    parser.parsePath(this.#record, value);
    // Without a host something must be left to tell a path from an opaque one.
    if (this.#record.path.length === 0 && this.#record.host === null) this.#record.path.push('');
  }

  get search() { return this.#record.query ? `?${this.#record.query}` : ''; }
  set search(value) {
    value = `${value}`.replace(/[\t\n\r]/g, '');
    if (value === '') {
      this.#record.query = null;
      trimOpaque(this.#record);
    } else {
      this.#record.query = parser.encodeQuery(this.#record,
        value.startsWith('?') ? value.slice(1) : value);
    }
    this.#paramsChanged();
  }

  get searchParams() {
    if (this.#params === null) {
      this.#params = new URLSearchParams(this.#record.query ?? '');
      parseList(this.#params, this.#record.query);
      linkTo(this.#params, (text) => {
        this.#record.query = text === '' ? null : text;
        if (text === '') trimOpaque(this.#record);
      });
    }
    return this.#params;
  }

  get hash() { return this.#record.fragment ? `#${this.#record.fragment}` : ''; }
  set hash(value) {
    value = `${value}`.replace(/[\t\n\r]/g, '');
    if (value === '') {
      this.#record.fragment = null;
      trimOpaque(this.#record);
    } else {
      this.#record.fragment = encode(value.startsWith('#') ? value.slice(1) : value, FRAGMENT);
    }
  }

  toString() { return this.href; }

  toJSON() { return this.href; }

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
    require('internal/blob').revokeObjectURL(`${url}`);
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
