// SPDX-License-Identifier: MIT
// File: a Blob with a name and a date.
'use strict';
const { codes } = require('internal/errors');
const { Blob } = require('internal/blob');

const customInspect = Symbol.for('nodejs.util.inspect.custom');

class File extends Blob {
  #name;
  #lastModified;

  constructor(fileBits, fileName, options = {}) {
    if (arguments.length < 2) throw new codes.ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    const { lastModified } = options ?? {};
    this.#lastModified = lastModified !== undefined ?
      Math.trunc(+lastModified) || 0 : Date.now(); // calendar: a date is asked for
    this.#name = `${fileName}`.toWellFormed();
  }

  get name() {
    if (!(#name in this)) throw new codes.ERR_INVALID_THIS('File');
    return this.#name;
  }

  get lastModified() {
    if (!(#name in this)) throw new codes.ERR_INVALID_THIS('File');
    return this.#lastModified;
  }

  [customInspect](depth, options) {
    if (depth < 0) return this;
    const { inspect } = require('internal/inspect');
    const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
    const { size, type, name, lastModified } = this;
    return `File ${inspect({ size, type, name, lastModified }, inner)}`;
  }
}

Object.defineProperties(File.prototype, {
  name: { enumerable: true },
  lastModified: { enumerable: true },
  [Symbol.toStringTag]: { value: 'File', configurable: true },
});

module.exports = { File };
