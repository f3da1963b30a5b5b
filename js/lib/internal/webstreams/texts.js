// SPDX-License-Identifier: MIT
// TextEncoderStream and TextDecoderStream.
'use strict';
const { TransformStream } = require('internal/webstreams/classes');

class TextEncoderStream {
  #transform;

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

for (const kind of [TextEncoderStream, TextDecoderStream]) {
  Object.defineProperty(kind.prototype, Symbol.toStringTag, {
    value: kind.name, configurable: true,
  });
}

module.exports = { TextDecoderStream, TextEncoderStream };
