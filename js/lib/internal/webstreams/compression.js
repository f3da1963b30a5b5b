// SPDX-License-Identifier: MIT
// CompressionStream and DecompressionStream, on zlib.
'use strict';
const { codes } = require('internal/errors');
const { guardGetters, show } = require('internal/webstreams/insides');

const formats = ['deflate', 'deflate-raw', 'gzip'];

function pairOf(stream) {
  return require('internal/webstreams/adapters').fromDuplex(stream);
}

let isCompressor, isDecompressor;

class CompressionStream {
  #pair;
  static { isCompressor = (value) => #pair in Object(value); }
  constructor(format) {
    if (!formats.includes(format)) throw new codes.ERR_INVALID_ARG_VALUE('format', format);
    const zlib = require('zlib');
    const make = { 'deflate': 'createDeflate', 'deflate-raw': 'createDeflateRaw',
      'gzip': 'createGzip' };
    this.#pair = pairOf(zlib[make[format]]());
  }
  get readable() { return this.#pair.readable; }
  get writable() { return this.#pair.writable; }
}

class DecompressionStream {
  #pair;
  static { isDecompressor = (value) => #pair in Object(value); }
  constructor(format) {
    if (!formats.includes(format)) throw new codes.ERR_INVALID_ARG_VALUE('format', format);
    const zlib = require('zlib');
    const make = { 'deflate': 'createInflate', 'deflate-raw': 'createInflateRaw',
      'gzip': 'createGunzip' };
    this.#pair = pairOf(zlib[make[format]]());
  }
  get readable() { return this.#pair.readable; }
  get writable() { return this.#pair.writable; }
}

guardGetters(CompressionStream, isCompressor);
guardGetters(DecompressionStream, isDecompressor);
for (const Class of [CompressionStream, DecompressionStream]) {
  Class.prototype[Symbol.for('nodejs.util.inspect.custom')] = function(depth, options) {
    const { readable, writable } = this;
    return show(Class.name, { readable, writable }, depth, options);
  };
}

module.exports = { CompressionStream, DecompressionStream };
