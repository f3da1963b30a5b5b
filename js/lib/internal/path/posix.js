// SPDX-License-Identifier: MIT
// POSIX paths.
'use strict';
const { validateString } = require('internal/validators');
const parts = require('internal/path/parts');

function isSeparator(code) {
  return code === 47;
}

function resolve(...paths) {
  let resolved = '';
  for (let i = paths.length - 1; i >= 0; i--) {
    const path = paths[i];
    validateString(path, `paths[${i}]`);
    if (path.length === 0) continue;
    resolved = resolved === '' ? path : `${path}/${resolved}`;
    if (path.charCodeAt(0) === 47) return absolute(resolved);
  }
  const cwd = process.cwd();
  resolved = resolved === '' ? cwd : `${cwd}/${resolved}`;
  if (cwd.charCodeAt(0) === 47) return absolute(resolved);
  return parts.collapse(resolved, true, '/') || '.';
}

function absolute(path) {
  const names = parts.collapse(path, false, '/');
  return names.length === path.length - 1 ? path : `/${names}`; // if there is nothing to remove
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const rooted = path.charCodeAt(0) === 47;
  const trailing = path.charCodeAt(path.length - 1) === 47 ? '/' : '';
  const collapsed = parts.collapse(path, !rooted, '/');
  if (collapsed.length === 0) return rooted ? '/' : `.${trailing}`;
  return rooted ? `/${collapsed}${trailing}` : `${collapsed}${trailing}`;
}

function isAbsolute(path) {
  validateString(path, 'path');
  return path.length > 0 && path.charCodeAt(0) === 47;
}

function join(...paths) {
  let joined = '';
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i];
    validateString(path, 'path');
    if (path.length > 0) joined = joined === '' ? path : `${joined}/${path}`;
  }
  return normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  from = from.charCodeAt(0) === 47 ? absolute(from) : resolve(from);
  to = to.charCodeAt(0) === 47 ? absolute(to) : resolve(to);
  if (from === to) return '';
  if (from === '/') from = '';
  if (to === '/') to = '';
  let at = 0;
  let same = 0; // where the names end that both begin with
  while (at < from.length && at < to.length && from.charCodeAt(at) === to.charCodeAt(at)) {
    if (from.charCodeAt(at) === 47) same = at;
    at++;
  }
  if (endsName(from, at) && endsName(to, at)) same = at;
  let steps = '';
  for (at = same; at < from.length; at++) {
    if (from.charCodeAt(at) === 47) steps += steps === '' ? '..' : '/..';
  }
  return steps === '' ? to.slice(same + 1) : steps + to.slice(same);
}

function endsName(path, at) {
  return at === path.length || path.charCodeAt(at) === 47;
}

function toNamespacedPath(path) {
  return path;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const rooted = path.charCodeAt(0) === 47;
  const end = parts.nameEnd(path, 1, isSeparator);
  const start = parts.nameStart(path, 1, end, isSeparator);
  if (start <= 1) return rooted ? '/' : '.';
  return start === 2 && rooted ? '//' : path.slice(0, start - 1);
}

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  return parts.baseName(path, 0, suffix, isSeparator);
}

function extname(path) {
  validateString(path, 'path');
  return parts.extension(path, 0, isSeparator);
}

function parse(path) {
  validateString(path, 'path');
  const from = path.charCodeAt(0) === 47 ? 1 : 0;
  const end = parts.nameEnd(path, from, isSeparator);
  const start = parts.nameStart(path, from, end, isSeparator);
  let dot = parts.extensionStart(path, start, end);
  // Right after the root, '..' is taken for a name with an extension.
  if (start === 1 && end === 3 && dot === 3 && path.charCodeAt(2) === 46) dot = 2;
  const root = path.slice(0, from);
  return {
    root,
    dir: start > from ? path.slice(0, start - 1) : root,
    base: path.slice(start, end),
    ext: path.slice(dot, end),
    name: path.slice(start, dot),
  };
}

const posix = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: parts.format.bind(null, '/'),
  parse,
  sep: '/',
  delimiter: ':',
};
parts.linkKinds(posix);
posix._makeLong = toNamespacedPath;

let warned = false;
posix.matchesGlob = function matchesGlob(path, pattern) {
  if (!warned) {
    warned = true;
    process.emitWarning('glob is an experimental feature and might change at any time',
      'ExperimentalWarning');
  }
  const { validateString } = require('internal/validators');
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  return require('internal/path/glob').matches(path, pattern, false);
};

module.exports = posix;
