// SPDX-License-Identifier: MIT
// Windows paths: drives, UNC shares (\\server\share), both slashes as separators.
'use strict';
const { validateString } = require('internal/validators');
const parts = require('internal/path/parts');

const reservedNames = new Set([
  'CON', 'PRN', 'AUX', 'NUL', 'COM1', 'COM2', 'COM3', 'COM4', 'COM5', 'COM6', 'COM7', 'COM8',
  'COM9', 'LPT1', 'LPT2', 'LPT3', 'LPT4', 'LPT5', 'LPT6', 'LPT7', 'LPT8', 'LPT9', 'COM\xb9',
  'COM\xb2', 'COM\xb3', 'LPT\xb9', 'LPT\xb2', 'LPT\xb3',
]);

function isSeparator(code) {
  return code === 47 || code === 92;
}

function hasDrive(path) {
  const letter = path.charCodeAt(0) | 32;
  return path.charCodeAt(1) === 58 && letter >= 97 && letter <= 122;
}

function skip(path, from, separators) {
  let i = from;
  while (i < path.length && isSeparator(path.charCodeAt(i)) === separators) i++;
  return i;
}

// The root of a path: its device (a drive, or server and share in normal form), whether it is
// absolute, where it ends, and whether it is a share with nothing after it. If `cutting`, \\.\NAME
// counts as a share too.
function rootOf(path, cutting = false) {
  const root = { device: '', absolute: false, end: 0, share: false };
  if (isSeparator(path.charCodeAt(0))) {
    root.absolute = true;
    root.end = 1;
    if (path.length > 1 && isSeparator(path.charCodeAt(1))) readShare(path, root, cutting);
  } else if (hasDrive(path)) {
    root.device = path.slice(0, 2);
    root.absolute = path.length > 2 && isSeparator(path.charCodeAt(2));
    root.end = root.absolute ? 3 : 2;
  }
  return root;
}

function readShare(path, root, cutting) {
  const serverEnd = skip(path, 2, false);
  const shareStart = skip(path, serverEnd, true);
  if (serverEnd === 2 || shareStart === path.length) return;
  const server = path.slice(2, serverEnd);
  if ((server === '.' || server === '?') && !cutting) { // a device: what follows is no share
    root.device = `\\\\${server}`;
    root.end = 4;
    return;
  }
  const shareEnd = skip(path, shareStart, false);
  root.device = `\\\\${server}\\${path.slice(shareStart, shareEnd)}`;
  root.end = shareEnd;
  root.share = shareEnd === path.length;
}

function collapse(path, above) {
  return parts.collapse(path.replaceAll('/', '\\'), above, '\\');
}

function resolve(...paths) {
  let device = '';
  let tail = '';
  let absolute = false;
  for (let i = paths.length - 1; i >= -1; i--) {
    let path;
    if (i >= 0) {
      path = paths[i];
      validateString(path, `paths[${i}]`);
      if (path.length === 0) continue;
    } else if (device === '') {
      path = process.cwd();
    } else { // each drive has a current directory, known by an environment variable
      path = process.env[`=${device}`] || process.cwd();
      if (path === undefined || (path.slice(0, 2).toLowerCase() !== device.toLowerCase() &&
          path.charCodeAt(2) === 92)) {
        path = `${device}\\`;
      }
    }
    const root = rootOf(path);
    if (root.device !== '') {
      if (device === '') device = root.device;
      else if (root.device.toLowerCase() !== device.toLowerCase()) continue;
    }
    if (!absolute) {
      tail = `${path.slice(root.end)}\\${tail}`;
      absolute = root.absolute;
    }
    if (absolute && device !== '') break;
  }
  tail = collapse(tail, !absolute);
  return absolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
}

// A relative path must not become one with a drive, or a device, by being normalized.
function looksLikeDevice(path, tail) {
  if (hasDrive(tail)) return true;
  for (let at = path.indexOf(':'); at !== -1; at = path.indexOf(':', at + 1)) {
    if (at === path.length - 1 || isSeparator(path.charCodeAt(at + 1))) return true;
  }
  return false;
}

function normalize(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return path === '/' ? '\\' : path;
  const root = rootOf(path);
  if (root.share) return `${root.device}\\`;
  const colon = path.indexOf(':');
  // Without a colon the last letter is not looked at, as programs have come to see.
  const reserved = root.device === '' && !root.absolute &&
    reservedNames.has(path.slice(0, colon).toUpperCase());
  if (reserved && colon !== -1) {
    root.device = path.slice(0, colon + 1);
    root.end = colon + 1;
  }
  let tail = root.end < path.length ? collapse(path.slice(root.end), !root.absolute) : '';
  if (tail.length === 0 && !root.absolute) tail = '.';
  if (tail.length > 0 && isSeparator(path.charCodeAt(path.length - 1))) tail += '\\';
  if (reserved || (colon !== -1 && root.device === '' && !root.absolute &&
      looksLikeDevice(path, tail))) {
    return `.\\${root.device}${tail}`;
  }
  return root.absolute ? `${root.device}\\${tail}` : `${root.device}${tail}`;
}

function isAbsolute(path) {
  validateString(path, 'path');
  return path.length > 0 && (isSeparator(path.charCodeAt(0)) ||
    (path.length > 2 && hasDrive(path) && isSeparator(path.charCodeAt(2))));
}

// Separators at the beginning mean a share only if the first path says so alone.
function join(...paths) {
  let joined = '';
  let first = '';
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i];
    validateString(path, 'path');
    if (path.length === 0) continue;
    if (joined === '') first = path;
    joined = joined === '' ? path : `${joined}\\${path}`;
  }
  if (joined === '') return '.';
  const separators = skip(joined, 0, true);
  if (separators >= 2 && !(skip(first, 0, true) === 2 && first.length > 2)) {
    joined = `\\${joined.slice(separators)}`;
  }
  return normalize(joined);
}

function names(path) {
  const trimmed = path.replace(/^\\+|\\+$/g, '');
  return trimmed === '' ? [] : trimmed.split('\\');
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  from = resolve(from);
  to = resolve(to);
  if (from.toLowerCase() === to.toLowerCase()) return '';
  const fromNames = names(from);
  const toNames = names(to);
  let same = 0;
  while (same < fromNames.length && same < toNames.length &&
      fromNames[same].toLowerCase() === toNames[same].toLowerCase()) {
    same++;
  }
  if (same === 0 && fromNames.length > 0 && toNames.length > 0) return to;
  const steps = new Array(fromNames.length - same).fill('..');
  for (let i = same; i < toNames.length; i++) steps.push(toNames[i]);
  return steps.join('\\');
}

function toNamespacedPath(path) {
  if (typeof path !== 'string' || path.length === 0) return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (resolved.startsWith('\\\\')) {
    const mark = resolved.charCodeAt(2);
    if (mark !== 63 && mark !== 46) return `\\\\?\\UNC\\${resolved.slice(2)}`;
  } else if (hasDrive(resolved) && resolved.charCodeAt(2) === 92) {
    return `\\\\?\\${resolved}`;
  }
  return resolved;
}

// Where the root of a path ends when a path is cut: including one separator.
function rootEnd(path) {
  const root = rootOf(path, true);
  return root.device.length > 2 && root.end < path.length ? root.end + 1 : root.end;
}

function dirname(path) {
  validateString(path, 'path');
  if (path.length === 0) return '.';
  if (path.length === 1) return isSeparator(path.charCodeAt(0)) ? path : '.';
  const root = rootEnd(path);
  const end = parts.nameEnd(path, root, isSeparator);
  const start = parts.nameStart(path, root, end, isSeparator);
  if (start > root) return path.slice(0, start - 1);
  return root === 0 ? '.' : path.slice(0, root);
}

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  return parts.baseName(path, hasDrive(path) ? 2 : 0, suffix, isSeparator);
}

function extname(path) {
  validateString(path, 'path');
  return parts.extension(path, hasDrive(path) ? 2 : 0, isSeparator);
}

function parse(path) {
  validateString(path, 'path');
  const from = path === '' ? 0 : rootEnd(path);
  const end = parts.nameEnd(path, from, isSeparator);
  const start = parts.nameStart(path, from, end, isSeparator);
  const dot = parts.extensionStart(path, start, end);
  const root = path.slice(0, from);
  return {
    root,
    dir: start > from ? path.slice(0, start - 1) : root,
    base: path.slice(start, end),
    ext: path.slice(dot, end),
    name: path.slice(start, dot),
  };
}

const win32 = {
  resolve,
  normalize,
  isAbsolute,
  join,
  relative,
  toNamespacedPath,
  dirname,
  basename,
  extname,
  format: parts.format.bind(null, '\\'),
  parse,
  sep: '\\',
  delimiter: ';',
};
parts.linkKinds(win32);
win32._makeLong = toNamespacedPath;

let warned = false;
win32.matchesGlob = function matchesGlob(path, pattern) {
  if (!warned) {
    warned = true;
    process.emitWarning('glob is an experimental feature and might change at any time',
      'ExperimentalWarning');
  }
  const { validateString } = require('internal/validators');
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  return require('internal/path/glob').matches(path, pattern, true);
};

module.exports = win32;
