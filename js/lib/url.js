// SPDX-License-Identifier: MIT
// The module url: the classes of the web, conversions between URLs and paths, and the old
// functions.
'use strict';
const { codes } = require('internal/errors');
const { URL, URLSearchParams } = require('internal/url/url');
const { parseHost, toUnicode } = require('internal/url/host');
const legacy = require('internal/url/legacy');
const { validateString } = require('internal/validators');

// A host as that of a URL is set: what ends a host ends it.
function hostOf(domain) {
  const text = `${domain}`.replace(/[\t\n\r]/g, '');
  const host = text.slice(0, (text.search(/[/\\?#]/) + 1 || text.length + 1) - 1);
  return host.replace(/\[.*?\]/, '').includes(':') ? null : parseHost(host, true);
}

function domainToASCII(domain) {
  if (arguments.length < 1) throw new codes.ERR_MISSING_ARGS('domain');
  return hostOf(domain) ?? '';
}

function domainToUnicode(domain) {
  if (arguments.length < 1) throw new codes.ERR_MISSING_ARGS('domain');
  const ascii = hostOf(domain);
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

// The ASCII characters that must be escaped in a path.
const escaped = /[\t\n\r "#%<>?[\\\]^`{|}~]/g;

function escapeByte(char) {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function pathToFileURL(path) {
  validateString(path, 'path');
  let resolved = require('path').resolve(path);
  // A slash at the end marks a directory; resolve removes it.
  if (path.endsWith('/') && !resolved.endsWith('/')) resolved += '/';
  return new URL(`file://${resolved.replace(escaped, escapeByte)}`);
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

// The query and the fragment of a URL, with the sign before them even if they are empty.
function tailOf(href) {
  const hash = (href.indexOf('#') + 1 || href.length + 1) - 1;
  const query = (href.slice(0, hash).indexOf('?') + 1 || hash + 1) - 1;
  return [href.slice(query, hash), href.slice(hash)];
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
  const [query, hash] = tailOf(url.href);
  return text + url.pathname + (search ? query : '') + (fragment ? hash : '');
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
