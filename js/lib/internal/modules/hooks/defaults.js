// SPDX-License-Identifier: MIT
// The loader's default behaviour in the form of hooks: the end of each chain.
'use strict';
const { codes } = require('internal/errors');
const { resolve: find } = require('internal/modules/resolve');
const urls = require('internal/modules/urls');

// URLs of other schemes may be a hook's, which loads them.
function resolve(specifier, { parentURL }) {
  const scheme = urls.scheme(specifier);
  if (scheme !== undefined && !['node:', 'file:', 'data:'].includes(scheme)) {
    return { __proto__: null, url: specifier, format: undefined };
  }
  const base = parentURL ?? urls.pathToURL(`${process.cwd()}/`);
  const { url, format } = find(specifier, base);
  if (format === 'other') { // no format of ours: maybe one of the hook that asks
    return url.startsWith('data:') ? { __proto__: null, url } :
      { __proto__: null, url, format: undefined };
  }
  return { __proto__: null, url, format: format === 'unknown' ? null : format };
}

function load(url, { format }) {
  const scheme = urls.scheme(url);
  if (!['node:', 'file:', 'data:'].includes(scheme)) {
    throw new codes.ERR_UNSUPPORTED_ESM_URL_SCHEME(scheme);
  }
  if (scheme === 'node:') return { __proto__: null, format: 'builtin', source: null };
  const resolved = find(url, url);
  const known = format ?? (resolved.format === 'unknown' ? undefined : resolved.format);
  if (known === 'commonjs') return { __proto__: null, format: known, source: null };
  const { Buffer } = require('buffer');
  const { readText, refuseFormat } = require('internal/modules/esm');
  if (format == null && resolved.format === 'other') refuseFormat(resolved);
  const text = readText(resolved);
  if (known !== undefined) return { __proto__: null, format: known, source: Buffer.from(text) };
  const { isModuleText } = require('internal/modules/bridge');
  return isModuleText(text, resolved.path) ?
    { __proto__: null, format: 'module', source: Buffer.from(text) } :
    { __proto__: null, format: 'commonjs', source: null };
}

exports.resolve = resolve;
exports.load = load;
