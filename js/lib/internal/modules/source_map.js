// SPDX-License-Identifier: MIT
// Source maps, version 3: module.SourceMap and module.findSourceMap, and the original place of a
// place in a file (--enable-source-maps).
'use strict';
const { validateObject } = require('internal/validators');
const { options } = require('internal/program'); // enableSourceMaps may change

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

// The numbers of one segment: base 64, five bits a digit, the lowest bit of a number is its sign.
function numbersOf(segment) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) === 0) {
      numbers.push((value & 1) !== 0 ? -(value >>> 1) : value >>> 1);
      value = shift = 0;
    }
  }
  return numbers;
}

// The segments as lists of [line, column, source, source line, source column, name].
function entriesOf({ mappings, sources, names = [], sourceRoot = '' }, lineStart, columnStart) {
  const entries = [];
  let [source, line, column, name] = [0, 0, 0, 0];
  let named;
  mappings.split(';').forEach((text, index) => {
    let generated = index === 0 ? columnStart : 0;
    for (const segment of text.split(',')) {
      if (segment === '') continue;
      const fields = numbersOf(segment);
      generated += fields[0];
      const entry = [lineStart + index, generated];
      if (fields.length > 1) {
        source += fields[1];
        line += fields[2];
        column += fields[3];
        if (fields.length > 4) {
          name += fields[4];
          named = names[name];
        }
        entry.push(sourceRoot + sources[source], line, column, named);
      }
      entries.push(entry);
    }
  });
  return entries;
}

class SourceMap {
  #payload;
  #entries = [];
  #lineLengths;

  constructor(payload, { lineLengths } = {}) {
    validateObject(payload, 'payload');
    this.#payload = JSON.parse(JSON.stringify(payload));
    this.#lineLengths = lineLengths;
    const parts = payload.sections ?? [{ offset: { line: 0, column: 0 }, map: payload }];
    for (const { offset, map } of parts) {
      this.#entries.push(...entriesOf(map, offset.line, offset.column));
    }
    this.#entries.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  get payload() { return structuredCopy(this.#payload); }
  get lineLengths() { return this.#lineLengths; }

  // What is at this place, or the last before it; lines and columns count from 0.
  findEntry(line, column) {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry[0] < line || (entry[0] === line && entry[1] <= column)) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return {};
    const [generatedLine, generatedColumn, originalSource, originalLine, originalColumn, name] =
      this.#entries[low - 1];
    return {
      generatedLine, generatedColumn, originalSource, originalLine, originalColumn, name,
    };
  }

  // The same with lines and columns from 1.
  findOrigin(line, column) {
    const found = this.findEntry(line - 1, column - 1);
    if (found.originalSource === undefined || found.originalLine === undefined) return {};
    return {
      name: found.name,
      fileName: found.originalSource,
      lineNumber: found.originalLine + line - 1 - found.generatedLine + 1,
      columnNumber: found.originalColumn + column - 1 - found.generatedColumn + 1,
    };
  }
}

const structuredCopy = (value) => JSON.parse(JSON.stringify(value));

const found = new Map(); // path -> SourceMap, or undefined

// The source map of a file, which its last comment names. Only with --enable-source-maps.
function findSourceMap(path) {
  if (!options.enableSourceMaps || typeof path !== 'string') return undefined;
  if (!found.has(path)) found.set(path, read(path));
  return found.get(path);
}

function read(path) {
  const { pathToURL, urlToPath } = require('internal/modules/urls');
  const file = path.startsWith('file:') ? urlToPath(path) : path;
  const { readText } = binding('stdio');
  const text = readText(file);
  if (typeof text === 'number') return undefined;
  const url = [...text.matchAll(/^\/[/*][#@]\s*sourceMappingURL=(\S+)/gm)].at(-1)?.[1];
  if (url === undefined) return undefined;
  const data = /^data:application\/json[^,]*;base64,(.*)$/.exec(url);
  const { resolve, dirname } = require('internal/modules/paths');
  const from = data === null ? resolve(dirname(file), url) : file;
  const json = data === null ? readText(from) :
    require('buffer').Buffer.from(data[1], 'base64').toString();
  if (typeof json === 'number') return undefined;
  try {
    return new SourceMap(withURLs(JSON.parse(json), pathToURL(from)),
      { lineLengths: text.split(/\r\n|[\n\r]/).map((line) => line.length) });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // an invalid map is ignored
    throw error;
  }
}

// Sources are named from where the map is.
function withURLs(payload, base) {
  const { sources, sourceRoot = '' } = payload;
  if (!Array.isArray(sources)) return payload;
  const root = sourceRoot === '' || sourceRoot.endsWith('/') ? sourceRoot : `${sourceRoot}/`;
  return { ...payload, sourceRoot: '', sources: sources.map((name) => urlOf(root + name, base)) };
}

function urlOf(name, base) {
  return URL.canParse(name, base) ? new URL(name, base).href : name;
}

// { file, line, column, text } in what the file was made of; from 1. undefined: nobody knows.
function originOf(file, line, column) {
  const map = findSourceMap(file);
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined || entry.originalLine === undefined) return undefined;
  const { originalSource: source, originalLine, originalColumn } = entry;
  const { sources, sourcesContent } = map.payload;
  const { urlToPath } = require('internal/modules/urls');
  return {
    file: source.startsWith('file://') ? urlToPath(source) : source,
    line: originalLine + 1,
    column: originalColumn + 1,
    text: sourcesContent?.[sources.indexOf(source)],
  };
}

exports.originOf = originOf;
exports.SourceMap = SourceMap;
exports.findSourceMap = findSourceMap;
