// SPDX-License-Identifier: MIT
// TextEncoderStream and TextDecoderStream.
'use strict';
const { TransformStream } = require('internal/webstreams/classes');

let isEncoder, isDecoder;

class TextEncoderStream {
  #transform;
  static { isEncoder = (value) => #transform in Object(value); }

  constructor() {
    const encoder = new TextEncoder();
    let high = ''; // half of a pair at the end of a piece
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        let text = high + String(chunk);
        high = '';
        if (/[\ud800-\udbff]$/.test(text)) {
          high = text.slice(-1);
          text = text.slice(0, -1);
        }
        if (text.length > 0) controller.enqueue(encoder.encode(text));
      },
      flush(controller) {
        if (high !== '') controller.enqueue(encoder.encode(high));
      },
    });
  }

  get encoding() { return 'utf-8'; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

class TextDecoderStream {
  #transform;
  static { isDecoder = (value) => #transform in Object(value); }
  #decoder;

  constructor(encoding = 'utf-8', options = {}) {
    const decoder = new TextDecoder(encoding, options);
    this.#decoder = decoder;
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        if (text !== '') controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text !== '') controller.enqueue(text);
      },
    });
  }

  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

const { codes } = require('internal/errors');
const { guardGetters, show } = require('internal/webstreams/insides');

guardGetters(TextEncoderStream, isEncoder);
guardGetters(TextDecoderStream, isDecoder);

const custom = Symbol.for('nodejs.util.inspect.custom');
TextEncoderStream.prototype[custom] = function(depth, options) {
  if (!isEncoder(this)) throw new codes.ERR_INVALID_THIS('TextEncoderStream');
  const { encoding, readable, writable } = this;
  return show('TextEncoderStream', { encoding, readable, writable }, depth, options);
};
TextDecoderStream.prototype[custom] = function(depth, options) {
  if (!isDecoder(this)) throw new codes.ERR_INVALID_THIS('TextDecoderStream');
  const { encoding, fatal, ignoreBOM, readable, writable } = this;
  return show('TextDecoderStream', { encoding, fatal, ignoreBOM, readable, writable }, depth,
    options);
};

for (const kind of [TextEncoderStream, TextDecoderStream]) {
  Object.defineProperty(kind.prototype, Symbol.toStringTag, {
    value: kind.name, configurable: true,
  });
}

module.exports = { TextDecoderStream, TextEncoderStream };
