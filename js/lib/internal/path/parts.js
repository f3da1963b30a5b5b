// SPDX-License-Identifier: MIT
// What both kinds of path have in common. A file name is what is between the last separator and
// the separators that a path ends with.
'use strict';
const { validateObject } = require('internal/validators');

// A path of two parts, of which the second may be empty.
function before(first, separator, rest) {
  return rest === '' ? first : `${first}${separator}${rest}`;
}

// Removes '.', '..' and empty segments from a path without root. If `above` is set, a '..' without
// a segment to remove stays. It goes from the end, where the '..' are that a name must know of, and
// takes over what stays in runs.
function collapse(path, above, separator) {
  const code = separator.charCodeAt(0);
  let result = '';
  let removed = 0; // how many names before this segment are taken back
  let end = path.length; // of the segment
  let runEnd = end; // of the segments that stay, after this one
  for (let i = end - 1; i >= -1; i--) {
    if (i !== -1 && path.charCodeAt(i) !== code) continue;
    const size = end - i - 1;
    let stays = false;
    if (size === 2 && path.charCodeAt(i + 1) === 46 && path.charCodeAt(i + 2) === 46) {
      removed++;
    } else if (size > 1 || (size === 1 && path.charCodeAt(i + 1) !== 46)) {
      if (removed === 0) stays = true;
      else removed--;
    }
    if (!stays) {
      if (runEnd > end) result = before(path.slice(end + 1, runEnd), separator, result);
      runEnd = i;
    }
    end = i;
  }
  if (runEnd > 0) result = before(path.slice(0, runEnd), separator, result);
  for (; above && removed > 0; removed--) result = before('..', separator, result);
  return result;
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

// Where the ending of the name between `start` and `end` begins: at its last dot, if that is not
// its first letter.
function extensionStart(path, start, end) {
  let dot = end - 1;
  while (dot > start && path.charCodeAt(dot) !== 46) dot--;
  if (dot <= start || (end - start === 2 && path.charCodeAt(start) === 46)) return end; // '..'
  return dot;
}

// The ending of the last name of a path whose names start at `from`.
function extension(path, from, isSeparator) {
  const end = nameEnd(path, from, isSeparator);
  return path.slice(extensionStart(path, nameStart(path, from, end, isSeparator), end), end);
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

module.exports = {
  baseName, collapse, extension, extensionStart, format, linkKinds, nameEnd, nameStart,
};
