// SPDX-License-Identifier: MIT
// The few operations on paths that every require needs, without loading more for them. All paths
// are absolute unless a comment says otherwise.
'use strict';

function dirname(path) {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  const slash = path.lastIndexOf('/', end - 1);
  if (slash < 0) return '.';
  return slash === 0 ? '/' : path.slice(0, slash);
}

// An absolute path without `.`, `..`, doubled and trailing slashes.
function normalize(path) {
  // Without an expression: compiling one would be felt at every start.
  if (!path.includes('/.') && !path.includes('//') && (path.length < 2 || !path.endsWith('/'))) {
    return path;
  }
  const parts = [];
  path.split('/').forEach((part) => {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  });
  return `/${parts.join('/')}`;
}

// `path` as seen from `base`; a relative base is below the working directory.
function resolve(base, path) {
  if (path.charCodeAt(0) === 47) return normalize(path);
  if (base.charCodeAt(0) !== 47) {
    base = `${require('internal/process').process.cwd()}/${base}`;
  }
  return normalize(path === '' ? base : `${base}/${path}`);
}

// Starts with ./ or ../, or is one of them: looked up relative to the requesting file.
function isRelative(request) {
  return request.charCodeAt(0) === 46 &&
    (request.length === 1 || request.charCodeAt(1) === 46 || request.charCodeAt(1) === 47);
}

exports.dirname = dirname;
exports.normalize = normalize;
exports.resolve = resolve;
exports.isRelative = isRelative;
