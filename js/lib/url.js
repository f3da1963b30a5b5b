// SPDX-License-Identifier: MIT
// The module url: the classes of the web, what goes between URLs and paths, and the old functions.
'use strict';
const { codes } = require('internal/errors');
const { URL, URLSearchParams } = require('internal/url/url');
const { parseHost, toUnicode } = require('internal/url/host');
const legacy = require('internal/url/legacy');
const { validateString } = require('internal/validators');

function domainToASCII(domain) {
  if (arguments.length < 1) throw new codes.ERR_MISSING_ARGS('domain');
  return parseHost(`${domain}`, true) ?? '';
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw new codes.ERR_MISSING_ARGS('domain');
  const ascii = parseHost(`${domain}`, true);
  return ascii === null ? '' : toUnicode(ascii);
}

function isURL(value) {
  return Boolean(value?.href && value.protocol && value.auth === undefined &&
    value.path === undefined);
}

function fileURLToPath(path) {
  if (typeof path === 'string') path = new URL(path);
  else if (!isURL(path)) throw new codes.ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  if (path.protocol !== 'file:') throw new codes.ERR_INVALID_URL_SCHEME('file');
  if (path.hostname !== '') throw new codes.ERR_INVALID_FILE_URL_HOST(process.platform);
  const { pathname } = path;
  if (/%2f/i.test(pathname)) {
    throw new codes.ERR_INVALID_FILE_URL_PATH('must not include encoded / characters');
  }
  return decodeURIComponent(pathname);
}

// What would mean something in a URL is written as %XX first.
const escapes = { '%': '%25', '\\': '%5C', '\n': '%0A', '\r': '%0D', '\t': '%09', '?': '%3F',
  '#': '%23' };

function pathToFileURL(path) {
  validateString(path, 'path');
  let resolved = require('path').resolve(path);
  // A slash at the end tells a directory; resolve takes it away.
  if (path.endsWith('/') && !resolved.endsWith('/')) resolved += '/';
  return new URL(`file://${resolved.replace(/[%\\\n\r\t?#]/g, (char) => escapes[char])}`);
}

function urlToHttpOptions(url) {
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname && hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) {
    options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  }
  return options;
}

function formatURL(url, options) {
  const { fragment = true, unicode = false, search = true, auth = true } = options ?? {};
  let text = url.protocol;
  const host = unicode ? toUnicode(url.hostname) : url.hostname;
  if (url.href.startsWith(`${url.protocol}//`)) {
    text += '//';
    if (auth && (url.username !== '' || url.password !== '')) {
      text += url.password === '' ? `${url.username}@` : `${url.username}:${url.password}@`;
    }
    text += url.port === '' ? host : `${host}:${url.port}`;
  }
  text += url.pathname;
  if (search) text += url.search;
  if (fragment) text += url.hash;
  return text;
}

function format(urlObject, options) {
  if (typeof urlObject === 'string') return legacy.parse(urlObject).format();
  if (typeof urlObject !== 'object' || urlObject === null) {
    throw new codes.ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  }
  if (urlObject instanceof URL) {
    if (options !== undefined && options !== null && typeof options !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    return formatURL(urlObject, options);
  }
  return legacy.Url.prototype.format.call(urlObject);
}

module.exports = {
  Url: legacy.Url,
  parse: legacy.parse,
  resolve: legacy.resolve,
  resolveObject: legacy.resolveObject,
  format,
  URL,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
};
