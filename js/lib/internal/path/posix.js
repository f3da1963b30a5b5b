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
  return parts.collapse(resolved, true, '/', isSeparator) || '.';
}

function absolute(path) {
  return `/${parts.collapse(path, false, '/', isSeparator)}`;
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  const rooted = path.charCodeAt(0) === 47;
  const trailing = path.charCodeAt(path.length - 1) === 47 ? '/' : '';
  const collapsed = parts.collapse(path, !rooted, '/', isSeparator);
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
  from = resolve(from);
  to = resolve(to);
  if (from === to) return '';
  const fromNames = from === '/' ? [] : from.slice(1).split('/');
  const toNames = to === '/' ? [] : to.slice(1).split('/');
  let same = 0;
  while (same < fromNames.length && fromNames[same] === toNames[same]) same++;
  const steps = new Array(fromNames.length - same).fill('..');
  for (let i = same; i < toNames.length; i++) steps.push(toNames[i]);
  return steps.join('/');
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
  return parts.extension(parts.baseName(path, 0, undefined, isSeparator));
}

function parse(path) {
  validateString(path, 'path');
  const result = { root: '', dir: '', base: '', ext: '', name: '' };
  if (path.length === 0) return result;
  const from = path.charCodeAt(0) === 47 ? 1 : 0;
  if (from === 1) result.root = '/';
  const end = parts.nameEnd(path, from, isSeparator);
  const start = parts.nameStart(path, from, end, isSeparator);
  result.base = path.slice(start, end);
  // Right after the root, '..' is taken for a name with an extension.
  result.ext = start === 1 && result.base === '..' ? '.' : parts.extension(result.base);
  result.name = result.base.slice(0, result.base.length - result.ext.length);
  result.dir = start > from ? path.slice(0, start - 1) : result.root;
  return result;
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
