// SPDX-License-Identifier: MIT
// The headers of an outgoing message, until they are sent: setHeader, getHeader and the like. A
// part of internal/http/outgoing.js.
'use strict';
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const {
  factsOf, lowerCase, validateHeaderName, validateHeaderValue,
} = require('internal/http/common');
const { Header, isPlain, kOutHeaders } = require('internal/http/head');

function validName(name) {
  validateString(name, 'name');
  return lowerCase(name);
}

function put(message, name, value) {
  const facts = typeof name === 'string' ? factsOf(name) : undefined;
  if (facts === undefined || !facts.isToken) validateHeaderName(name);
  const plain = isPlain(value, facts);
  if (!plain) validateHeaderValue(name, value);
  message[kOutHeaders] ??= { __proto__: null };
  message[kOutHeaders][facts.lower] = new Header(name, value, facts.meaning, plain);
}

function setHeader(name, value) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('set');
  put(this, name, value);
  return this;
}

function setHeaders(headers) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('set');
  if (!headers || Array.isArray(headers) || typeof headers.keys !== 'function' ||
      typeof headers.get !== 'function') {
    throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  }
  const cookies = []; // each is an entry of its own
  for (const [name, value] of headers) {
    if (name === 'set-cookie') {
      if (Array.isArray(value)) cookies.push(...value);
      else cookies.push(value);
    } else {
      this.setHeader(name, value);
    }
  }
  if (cookies.length > 0) this.setHeader('set-cookie', cookies);
  return this;
}

function appendHeader(name, value) {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('append');
  validateHeaderName(name);
  const before = this[kOutHeaders]?.[lowerCase(name)];
  if (before === undefined) {
    put(this, name, value);
    return this;
  }
  validateHeaderValue(name, value);
  before.isPlain = false;
  before.value = Array.isArray(before.value) ? before.value : [before.value];
  if (Array.isArray(value)) before.value.push(...value);
  else before.value.push(value);
  return this;
}

function getHeader(name) {
  const key = validName(name);
  return this[kOutHeaders]?.[key]?.value;
}

function hasHeader(name) {
  validateString(name, 'name');
  return this[kOutHeaders] !== null && !!this[kOutHeaders][lowerCase(name)];
}

function removeHeader(name) {
  validateString(name, 'name');
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('remove');
  const key = lowerCase(name);
  if (key === 'connection') this._removedConnection = true;
  else if (key === 'content-length') this._removedContLen = true;
  else if (key === 'transfer-encoding') this._removedTE = true;
  else if (key === 'date') this.sendDate = false;
  if (this[kOutHeaders] !== null) delete this[kOutHeaders][key];
}

function getHeaderNames() {
  return this[kOutHeaders] !== null ? Object.keys(this[kOutHeaders]) : [];
}

function getRawHeaderNames() {
  return this[kOutHeaders] !== null ?
    Object.values(this[kOutHeaders]).map(({ name }) => name) : [];
}

function getHeaders() {
  const out = { __proto__: null };
  for (const key in this[kOutHeaders]) out[key] = this[kOutHeaders][key].value;
  return out;
}

function renderHeaders() {
  if (this._header) throw new codes.ERR_HTTP_HEADERS_SENT('render');
  const out = {};
  for (const key in this[kOutHeaders]) {
    const { name, value } = this[kOutHeaders][key];
    out[name] = value;
  }
  return out;
}

// What old programs reach for.
function addOldNames(prototype) {
  const { deprecate } = require('internal/util/deprecate');
  const warn = (name, f) => deprecate(f, `OutgoingMessage.prototype.${name} is deprecated`,
    'DEP0066');
  Object.defineProperty(prototype, '_headers', {
    configurable: false,
    enumerable: false,
    get: warn('_headers', function() { return this.getHeaders(); }),
    set: warn('_headers', function(value) {
      if (value == null) {
        this[kOutHeaders] = null;
      } else if (typeof value === 'object') {
        const headers = this[kOutHeaders] = { __proto__: null };
        for (const key of Object.keys(value)) {
          const { lower, meaning } = factsOf(key);
          headers[lower] = new Header(key, value[key], meaning, false);
        }
      }
    }),
  });
  Object.defineProperty(prototype, '_headerNames', {
    configurable: false,
    enumerable: false,
    get: warn('_headerNames', function() {
      if (this[kOutHeaders] === null) return null;
      const out = { __proto__: null };
      for (const key of Object.keys(this[kOutHeaders])) out[key] = this[kOutHeaders][key].name;
      return out;
    }),
    set: warn('_headerNames', function(value) {
      if (typeof value !== 'object' || value === null || !this[kOutHeaders]) return;
      for (const key of Object.keys(value)) {
        const header = this[kOutHeaders][key];
        if (!header) continue;
        header.name = value[key];
        header.isPlain = false;
      }
    }),
  });
}

function addHeaderMethods(OutgoingMessage) {
  const { prototype } = OutgoingMessage;
  Object.assign(prototype, {
    setHeader, setHeaders, appendHeader, getHeader, hasHeader, removeHeader, getHeaderNames,
    getRawHeaderNames, getHeaders, _renderHeaders: renderHeaders,
  });
  Object.defineProperty(prototype, 'headersSent', {
    configurable: true, enumerable: true, get() { return !!this._header; },
  });
  addOldNames(prototype);
}

exports.addHeaderMethods = addHeaderMethods;
