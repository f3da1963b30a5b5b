// SPDX-License-Identifier: MIT
// Paths and URLs of ES modules, for file: URLs, which nearly all are; without the class URL, which
// a program may never need.
'use strict';
const { codes } = require('internal/codes');
const { resolve } = require('internal/modules/paths');

// These characters, and letters beyond ASCII, are written as %xx in a URL.
const special = /[\0- "#%<>?\\^`{|}\x7f-\uffff]/;

function pathToURL(path) {
  if (!special.test(path)) return `file://${path}`;
  const encoded = encodeURI(path.toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  return `file://${encoded.replaceAll('%7C', '|').replaceAll('%5E', '^')}`;
}

function urlToPath(url) {
  const { 1: host, 2: path } = /^file:(?:\/\/([^/?#]*))?([^?#]*)/.exec(url);
  if (host && host !== 'localhost') {
    throw new codes.ERR_INVALID_FILE_URL_HOST('linux');
  }
  if (!path.includes('%')) return path;
  if (/%2f/i.test(path)) {
    throw new codes.ERR_INVALID_FILE_URL_PATH('must not include encoded / characters');
  }
  return decodeURIComponent(path);
}

// "file:..." with path, query and fragment; what is relative is seen from `base`, a file: URL.
function resolveFileURL(specifier, base) {
  const end = specifier.search(/[?#]/);
  const rest = end === -1 ? '' : specifier.slice(end);
  let path = end === -1 ? specifier : specifier.slice(0, end);
  if (path.startsWith('file:')) {
    path = urlToPath(path);
  } else {
    path = path.includes('%') ? decodeSpecifier(specifier, path, base) : path;
    path = path.replaceAll('\\', '/');
  }
  const from = path[0] === '/' ? '' : urlToPath(base);
  const whole = `${from.slice(0, from.lastIndexOf('/') + 1)}${path}`;
  const slash = /\/\.{0,2}$/.test(whole) ? '/' : '';
  const clean = resolve('/', whole);
  return { path: clean === '/' ? clean : clean + slash, rest };
}

function decodeSpecifier(specifier, path, base) {
  if (/%2f|%5c/i.test(path)) {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(
      specifier, 'must not include encoded "/" or "\\" characters', nameOf(base));
  }
  try {
    return decodeURIComponent(path);
  } catch {
    throw new codes.ERR_INVALID_MODULE_SPECIFIER(specifier, 'is not a valid URL', nameOf(base));
  }
}

// How a module is called in messages: the path if it is a file.
function nameOf(url) {
  return url !== undefined && url.startsWith('file:') ? urlToPath(url) : url;
}

function scheme(text) {
  return /^[a-z][a-z0-9+.-]*:/i.exec(text)?.[0].toLowerCase();
}

exports.pathToURL = pathToURL;
exports.urlToPath = urlToPath;
exports.resolveFileURL = resolveFileURL;
exports.nameOf = nameOf;
exports.scheme = scheme;
