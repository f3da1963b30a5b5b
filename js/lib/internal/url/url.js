// SPDX-License-Identifier: MIT
// The class URL. Of the usual URLs there is the text in normal form, with the positions of its
// parts, which C finds; of others, and once a part is set, a record of internal/url/parser.
'use strict';
const { codes } = require('internal/errors');
const parser = require('internal/url/parser');
const { parseHost } = require('internal/url/host');
const { encode, FRAGMENT, USERINFO, toText } = require('internal/url/percent');
const { URLSearchParams, linkTo, parseList } = require('internal/url/params');

const { isSpecial } = parser;
const { normal, parts } = binding('url');
const customInspect = Symbol.for('nodejs.util.inspect.custom');

// What a URL holds: `record`, or else `href` with the places where its parts start.
class State {
  constructor(href, record) {
    this.href = href;
    this.record = record;
    this.schemeEnd = parts[0];
    this.userEnd = parts[1];
    this.host = parts[2];
    this.hostEnd = parts[3];
    this.path = parts[4];
    this.query = parts[5];
    this.hash = parts[6];
  }
}

function parse(input, base) {
  const href = base === undefined ? normal(input) : normal(input, base);
  if (href !== null) return new State(href, null);
  let baseRecord = null;
  if (base !== undefined) {
    baseRecord = parser.parse(base, null);
    if (baseRecord === null) return null;
  }
  const record = parser.parse(input, baseRecord);
  return record === null ? null : new State('', record);
}

// A normal form has nothing that the rules would change: it only has to be cut.
function cut({ href, schemeEnd, userEnd, host, hostEnd, path, query, hash }) {
  return {
    scheme: href.slice(0, schemeEnd),
    username: href.slice(schemeEnd + 3, userEnd),
    password: href.slice(userEnd + 1, host - 1),
    host: href.slice(host, hostEnd),
    port: hostEnd === path ? null : Number(href.slice(hostEnd + 1, path)),
    path: href.slice(path + 1, query).split('/'),
    query: query === hash ? null : href.slice(query + 1, hash),
    fragment: hash === href.length ? null : href.slice(hash + 1),
  };
}

function recordOf(state) {
  return state.record ??= cut(state);
}

function hrefOf(state) {
  return state.record === null ? state.href : parser.serialize(state.record);
}

function queryOf(state) {
  if (state.record !== null) return state.record.query;
  return state.query === state.hash ? null : state.href.slice(state.query + 1, state.hash);
}

function invalid(input, base) {
  const error = new codes.ERR_INVALID_URL(input, base);
  require('internal/stack').setHeader(error, `TypeError: ${error.message}`);
  error.input = input.toWellFormed();
  if (base !== undefined) error.base = base.toWellFormed();
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
  #state = null;
  #params = null;

  static #of(url) {
    if (typeof url !== 'object' || url === null || !(#state in url)) {
      throw new TypeError('Receiver must be an instance of class URL');
    }
    return url.#state;
  }

  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    input = toText(input);
    if (base !== undefined) base = toText(base);
    const state = parse(input, base);
    if (state === null) throw invalid(input, base);
    this.#state = state;
  }

  static canParse(url, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    return parse(toText(url), base === undefined ? base : toText(base)) !== null;
  }

  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('url');
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }

  #paramsChanged() {
    if (this.#params !== null) parseList(this.#params, queryOf(this.#state));
  }

  get href() { return hrefOf(URL.#of(this)); }
  set href(value) {
    URL.#of(this);
    value = toText(value);
    const state = parse(value, undefined);
    if (state === null) throw Object.assign(invalid(value), { input: value });
    this.#state = state;
    this.#paramsChanged();
  }

  get origin() {
    const state = URL.#of(this);
    if (state.record === null) {
      return state.href.startsWith('file:') ? 'null' :
        state.href.slice(0, state.schemeEnd + 3) + state.href.slice(state.host, state.path);
    }
    const { scheme, host, port, path } = state.record;
    if (scheme === 'blob') {
      const inner = typeof path === 'string' ? parser.parse(path, null) : null;
      if (inner === null || (inner.scheme !== 'http' && inner.scheme !== 'https')) return 'null';
      return new URL(path).origin;
    }
    if (!isSpecial(scheme) || scheme === 'file') return 'null';
    return `${scheme}://${host}${port === null ? '' : `:${port}`}`;
  }

  get protocol() {
    const state = URL.#of(this);
    return state.record === null ? state.href.slice(0, state.schemeEnd + 1) :
      `${state.record.scheme}:`;
  }
  set protocol(value) { setProtocol(recordOf(URL.#of(this)), toText(value)); }

  get username() {
    const state = URL.#of(this);
    return state.record === null ? state.href.slice(state.schemeEnd + 3, state.userEnd) :
      state.record.username;
  }
  set username(value) {
    value = toText(value);
    const record = recordOf(URL.#of(this));
    if (!cannotHaveCredentials(record)) record.username = encode(value, USERINFO);
  }

  get password() {
    const state = URL.#of(this);
    return state.record === null ? state.href.slice(state.userEnd + 1, state.host - 1) :
      state.record.password;
  }
  set password(value) {
    value = toText(value);
    const record = recordOf(URL.#of(this));
    if (!cannotHaveCredentials(record)) record.password = encode(value, USERINFO);
  }

  get host() {
    const state = URL.#of(this);
    if (state.record === null) return state.href.slice(state.host, state.path);
    const { host, port } = state.record;
    return host === null ? '' : port === null ? host : `${host}:${port}`;
  }
  set host(value) { setHost(recordOf(URL.#of(this)), toText(value), true); }

  get hostname() {
    const state = URL.#of(this);
    return state.record === null ? state.href.slice(state.host, state.hostEnd) :
      state.record.host ?? '';
  }
  set hostname(value) { setHost(recordOf(URL.#of(this)), toText(value), false); }

  get port() {
    const state = URL.#of(this);
    if (state.record === null) return state.href.slice(state.hostEnd + 1, state.path);
    return state.record.port === null ? '' : `${state.record.port}`;
  }
  set port(value) {
    value = toText(value);
    const record = recordOf(URL.#of(this));
    if (cannotHaveCredentials(record)) return;
    const digits = /^[0-9]*/.exec(value.replace(/[\t\n\r]/g, ''))[0];
    if (value === '' || digits !== '') parser.setPort(record, digits);
  }

  get pathname() {
    const state = URL.#of(this);
    return state.record === null ? state.href.slice(state.path, state.query) :
      parser.pathOf(state.record);
  }
  set pathname(value) {
    value = toText(value).replace(/[\t\n\r]/g, '');
    const record = recordOf(URL.#of(this));
    if (typeof record.path === 'string') return;
    record.path = [];
    parser.parsePath(record, value);
    // Without a host something must distinguish a path from an opaque one.
    if (record.path.length === 0 && record.host === null) record.path.push('');
  }

  get search() {
    const query = queryOf(URL.#of(this));
    return query ? `?${query}` : '';
  }
  set search(value) {
    value = toText(value).replace(/[\t\n\r]/g, '');
    const record = recordOf(URL.#of(this));
    if (value === '') {
      record.query = null;
      trimOpaque(record);
    } else {
      record.query = parser.encodeQuery(record, value.startsWith('?') ? value.slice(1) : value);
    }
    this.#paramsChanged();
  }

  get searchParams() {
    const state = URL.#of(this);
    if (this.#params === null) {
      this.#params = new URLSearchParams();
      parseList(this.#params, queryOf(state));
      linkTo(this.#params, (text) => {
        const record = recordOf(this.#state);
        record.query = text === '' ? null : text;
        if (text === '') trimOpaque(record);
      });
    }
    return this.#params;
  }

  get hash() {
    const state = URL.#of(this);
    if (state.record === null) {
      return state.href.length - state.hash > 1 ? state.href.slice(state.hash) : '';
    }
    return state.record.fragment ? `#${state.record.fragment}` : '';
  }
  set hash(value) {
    value = toText(value).replace(/[\t\n\r]/g, '');
    const record = recordOf(URL.#of(this));
    if (value === '') {
      record.fragment = null;
      trimOpaque(record);
    } else {
      record.fragment = encode(value.startsWith('#') ? value.slice(1) : value, FRAGMENT);
    }
  }

  toString() { return hrefOf(URL.#of(this)); }

  toJSON() { return hrefOf(URL.#of(this)); }

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
for (const name of ['canParse', 'createObjectURL', 'parse', 'revokeObjectURL']) {
  Object.defineProperty(URL, name, { enumerable: true });
}
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });

module.exports = { URL, URLSearchParams };
