// SPDX-License-Identifier: MIT
// What both kinds of path have in common. A file name is what is between the last separator and
// the separators that a path ends with.
'use strict';
const { validateObject } = require('internal/validators');

// Removes '.', '..' and empty segments from a path without root. If `above` is set, a '..' without
// a segment to remove stays.
function collapse(path, above, separator, isSeparator) {
  const segments = [];
  const { length } = path;
  let start = 0;
  let named = 0; // how many segments at the end may be taken back
  for (let i = 0; i <= length; i++) {
    if (i < length && !isSeparator(path.charCodeAt(i))) continue;
    const size = i - start;
    if (size === 2 && path.charCodeAt(start) === 46 && path.charCodeAt(start + 1) === 46) {
      if (named > 0) {
        segments.pop();
        named--;
      } else if (above) {
        segments.push('..');
      }
    } else if (size > 1 || (size === 1 && path.charCodeAt(start) !== 46)) {
      segments.push(path.slice(start, i));
      named++;
    }
    start = i + 1;
  }
  return segments.length === 1 ? segments[0] : segments.join(separator);
}

// Where the last name ends: before the separators at the end, but not below `from`.
function nameEnd(path, from, isSeparator) {
  let end = path.length;
  while (end > from && isSeparator(path.charCodeAt(end - 1))) end--;
  return end;
}

function nameStart(path, from, end, isSeparator) {
  let start = end;
  while (start > from && !isSeparator(path.charCodeAt(start - 1))) start--;
  return start;
}

// The last name of a path whose names start at `from`.
function baseName(path, from, suffix, isSeparator) {
  const end = nameEnd(path, from, isSeparator);
  const start = nameStart(path, from, end, isSeparator);
  const base = path.slice(start, end);
  if (suffix === undefined || suffix.length === 0 || suffix.length > path.length) return base;
  if (suffix === path) return '';
  if (base.length > suffix.length && base.endsWith(suffix)) {
    return base.slice(0, -suffix.length);
  }
  // A name that is the end of a longer suffix keeps the separators after it.
  if (base.length < suffix.length && suffix.endsWith(base)) {
    return path.slice(start);
  }
  return base;
}

// The ending of a name: from its last dot, if that is not its first letter.
function extension(name) {
  const dot = name.lastIndexOf('.');
  return dot < 1 || name === '..' ? '' : name.slice(dot);
}

function format(separator, pathObject) {
  validateObject(pathObject, 'pathObject');
  const dir = pathObject.dir || pathObject.root;
  let { base } = pathObject;
  if (!base) {
    const { ext } = pathObject;
    const dotted = ext && ext[0] !== '.' ? `.${ext}` : ext || '';
    base = `${pathObject.name || ''}${dotted}`;
  }
  if (!dir) return base;
  return dir === pathObject.root ? `${dir}${base}` : `${dir}${separator}${base}`;
}

// path.win32 and path.posix of both modules; a kind is loaded when it is asked for.
function linkKinds(path) {
  for (const kind of ['win32', 'posix']) {
    Object.defineProperty(path, kind, {
      configurable: true,
      enumerable: true,
      get() {
        const value = require(`internal/path/${kind}`);
        Object.defineProperty(path, kind, { value, writable: true });
        return value;
      },
      set(value) {
        Object.defineProperty(path, kind, { value, writable: true });
      },
    });
  }
}

module.exports = { baseName, collapse, extension, format, linkKinds, nameEnd, nameStart };
