// SPDX-License-Identifier: MIT
// CompressionStream and DecompressionStream, on zlib.
'use strict';
const { validateOneOf } = require('internal/validators');

const formats = ['deflate', 'deflate-raw', 'gzip'];

function pairOf(stream) {
  return require('internal/webstreams/adapters').fromDuplex(stream);
}

class CompressionStream {
  #pair;
  constructor(format) {
    validateOneOf(format, 'format', formats);
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
  constructor(format) {
    validateOneOf(format, 'format', formats);
    const zlib = require('zlib');
    const make = { 'deflate': 'createInflate', 'deflate-raw': 'createInflateRaw',
      'gzip': 'createGunzip' };
    this.#pair = pairOf(zlib[make[format]]());
  }
  get readable() { return this.#pair.readable; }
  get writable() { return this.#pair.writable; }
}

module.exports = { CompressionStream, DecompressionStream };
