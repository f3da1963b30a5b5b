// SPDX-License-Identifier: MIT
// import() in scripts, as the engine passes it to us: with the URL of the script, also for code
// made by eval or `new Function`. A script of vm defines itself what its import() does; its URL has
// a mark at the end, by which it is found here.
'use strict';
const { importFrom } = require('internal/modules/compile');

const MARK = '#gyre-import-';
const importers = new Map(); // mark -> the import() of the script with that mark
let lastMark = 0;

// The URL for running a script of vm, and that of the code that it makes with eval. The function is
// called with the specifier and the options and returns a promise; without one import() is refused.
function markScript(url, importer) {
  if (importer === undefined) return `${url}${MARK}0`;
  importers.set(++lastMark, importer);
  return `${url}${MARK}${lastMark}`;
}

async function refuse() {
  const { codes } = require('internal/errors');
  throw new codes.ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
}

function importFromScript(specifier, options, url = '') {
  const at = url.lastIndexOf(MARK);
  if (at !== -1) {
    const importer = importers.get(Number(url.slice(at + MARK.length))) ?? refuse;
    return importer(specifier, options);
  }
  return importDefault(specifier, options, url);
}

// Seen from the script's own place or, if it has none, from the working directory.
function importDefault(specifier, options, url) {
  const hasPlace = url[0] === '/' || /^[a-z][a-z\d+.-]+:/i.test(url);
  return importFrom(hasPlace ? url : `${process.cwd()}/[eval]`)(specifier, options);
}

exports.markScript = markScript;
exports.refuse = refuse;
exports.importFromScript = importFromScript;
exports.importDefault = importDefault;
