// SPDX-License-Identifier: MIT
// util.MIMEType and util.MIMEParams: types of media, as the WHATWG standard reads and writes them.
'use strict';
const { codes } = require('internal/errors');

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notQuotable = /[^\t\x20-\x7e\x80-\xff]/;
const SPACES = /[\r\n\t ]*$/;

function lower(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function checked(production, text, whole = text) {
  const at = text.search(notToken);
  if (text === '' || at !== -1) throw new codes.ERR_INVALID_MIME_SYNTAX(production, whole, at);
  return lower(text);
}

// [type, subtype, what follows]
function split(text) {
  text = text.replace(/^[\r\n\t ]+/, '');
  const slash = text.indexOf('/');
  const rawType = slash === -1 ? text : text.slice(0, slash);
  if (slash === -1 || rawType === '' || notToken.test(rawType)) {
    throw new codes.ERR_INVALID_MIME_SYNTAX('type', text, rawType.search(notToken));
  }
  const rest = text.slice(slash + 1);
  const semicolon = rest.indexOf(';');
  const rawSubtype = (semicolon === -1 ? rest : rest.slice(0, semicolon)).replace(SPACES, '');
  return [lower(rawType), checked('subtype', rawSubtype, text),
    semicolon === -1 ? '' : rest.slice(semicolon + 1)];
}

function quoteValue(value) {
  if (value.length > 0 && !notToken.test(value)) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

// Reads a quoted value after its quote; what follows it up to the next ; is skipped.
function readQuoted(text, start) {
  let value = '';
  let at = start;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\' && at + 1 < text.length) at++;
    value += text[at];
  }
  const end = text.indexOf(';', at);
  return [value, end === -1 ? text.length : end];
}

function readParams(text, data) {
  let at = 0;
  while (at < text.length) {
    while (at < text.length && ' \t\r\n'.includes(text[at])) at++;
    const nameStart = at;
    while (at < text.length && text[at] !== ';' && text[at] !== '=') at++;
    const name = lower(text.slice(nameStart, at));
    if (at >= text.length) break;
    if (text[at++] === ';') continue;
    let value;
    let isQuoted = false;
    if (text[at] === '"') {
      isQuoted = true;
      [value, at] = readQuoted(text, at + 1);
    } else {
      const end = text.indexOf(';', at);
      const stop = end === -1 ? text.length : end;
      value = text.slice(at, stop).replace(SPACES, '');
      at = stop;
    }
    at++;
    if (name !== '' && !notToken.test(name) && (isQuoted || value !== '') &&
        !notQuotable.test(value) && !data.has(name)) {
      data.set(name, value);
    }
  }
}

let fill;

class MIMEParams {
  #data = new Map();

  static {
    fill = (params, text) => readParams(text, params.#data);
  }

  delete(name) {
    const data = this.#data;
    data.delete(`${name}`);
  }

  get(name) {
    return this.#data.get(`${name}`) ?? null;
  }

  has(name) {
    return this.#data.has(`${name}`);
  }

  set(name, value) {
    const data = this.#data;
    name = `${name}`;
    value = `${value}`;
    const badName = name.search(notToken);
    if (name === '' || badName !== -1) {
      throw new codes.ERR_INVALID_MIME_SYNTAX('parameter name', name, badName);
    }
    const badValue = value.search(notQuotable);
    if (badValue !== -1) {
      throw new codes.ERR_INVALID_MIME_SYNTAX('parameter value', value, badValue);
    }
    data.set(name, value);
  }

  * entries() {
    yield* this.#data.entries();
  }

  * keys() {
    yield* this.#data.keys();
  }

  * values() {
    yield* this.#data.values();
  }

  toString() {
    return Array.from(this.#data, ([name, value]) => `${name}=${quoteValue(value)}`).join(';');
  }
}
Object.defineProperties(MIMEParams.prototype, {
  toJSON: { value: MIMEParams.prototype.toString, writable: true, configurable: true },
  [Symbol.iterator]: { value: MIMEParams.prototype.entries, writable: true, configurable: true },
});

class MIMEType {
  #type;
  #subtype;
  #params = new MIMEParams();

  constructor(text) {
    let rest;
    [this.#type, this.#subtype, rest] = split(`${text}`);
    fill(this.#params, rest);
  }

  get type() {
    return this.#type;
  }

  set type(value) {
    this.#type = checked('type', `${value}`);
  }

  get subtype() {
    return this.#subtype;
  }

  set subtype(value) {
    this.#subtype = checked('subtype', `${value}`);
  }

  get essence() {
    return `${this.#type}/${this.#subtype}`;
  }

  get params() {
    return this.#params;
  }

  toString() {
    const params = this.#params.toString();
    return params === '' ? this.essence : `${this.essence};${params}`;
  }
}
Object.defineProperty(MIMEType.prototype, 'toJSON', {
  value: MIMEType.prototype.toString, writable: true, configurable: true,
});

module.exports = { MIMEType, MIMEParams };
