// SPDX-License-Identifier: MIT
// The module stream/web: the package web-streams-polyfill, and the streams of encoders and
// compressors.
'use strict';
const web = require('internal/webstreams/classes');

function lazy(name, load) {
  Object.defineProperty(module.exports, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = load();
      Object.defineProperty(module.exports, name, {
        value, writable: true, enumerable: true, configurable: true,
      });
      return value;
    },
    set(value) {
      Object.defineProperty(module.exports, name, {
        value, writable: true, enumerable: true, configurable: true,
      });
    },
  });
}

module.exports = { ...web };
for (const name of ['TextEncoderStream', 'TextDecoderStream']) {
  lazy(name, () => require('internal/webstreams/texts')[name]);
}
for (const name of ['CompressionStream', 'DecompressionStream']) {
  lazy(name, () => require('internal/webstreams/compression')[name]);
}
