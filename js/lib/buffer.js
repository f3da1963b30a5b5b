// SPDX-License-Identifier: MIT
// The module buffer: assembles Buffer from internal/buffer.
'use strict';
const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const fast = require('internal/buffer/fast');
const encodings = require('internal/buffer/encodings');
const make = require('internal/buffer/make');
const { isAscii, isUtf8, methods, settings, transcode } = require('internal/buffer/methods');

let warned = false;

// The old constructor. Programs get one warning, unless they are in node_modules.
function Buffer(arg, encodingOrOffset, length) {
  if (!warned && !require('internal/stack/callers').isCalledFromPackage(Buffer)) {
    warned = true;
    process.emitWarning('Buffer() is deprecated due to security and usability issues. Please ' +
      'use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.',
      'DeprecationWarning', 'DEP0005', Buffer);
  }
  if (typeof arg === 'number') {
    if (typeof encodingOrOffset === 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE('string', 'string', arg);
    }
    return Buffer.alloc(arg);
  }
  return Buffer.from(arg, encodingOrOffset, length);
}

const { prototype } = fast.FastBuffer;
prototype.constructor = Buffer;
Buffer.prototype = prototype;
Object.setPrototypeOf(Buffer, Uint8Array);
Object.defineProperty(Buffer, Symbol.species, {
  configurable: true,
  enumerable: false,
  get() { return fast.FastBuffer; },
});
Buffer.poolSize = 8 * 1024;
Object.assign(Buffer, make.statics);
make.use(Buffer);
fast.renewPool(Buffer.poolSize);

Object.assign(prototype, require('internal/buffer/numbers'), encodings.methods);
Object.defineProperty(prototype, 'parent', {
  enumerable: true,
  get() { return this instanceof Buffer ? this.buffer : undefined; },
});
Object.defineProperty(prototype, 'offset', {
  enumerable: true,
  get() { return this instanceof Buffer ? this.byteOffset : undefined; },
});
Object.assign(prototype, methods);
prototype[Symbol.for('nodejs.util.inspect.custom')] = methods.inspect;

make.SlowBuffer.prototype = Object.create(Uint8Array.prototype, {
  constructor: { value: make.SlowBuffer, writable: true, configurable: true },
});
Object.setPrototypeOf(make.SlowBuffer, Uint8Array);

function invalidCharacter(message) {
  const { DOMException } = globalThis;
  return new DOMException(message, 'InvalidCharacterError');
}

function btoa(input) {
  if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('input');
  const text = encodings.native.btoa(`${input}`);
  if (text === -1) throw invalidCharacter('Invalid character');
  if (text === null) throw encodings.noString(input.length, encodings.base64.most);
  return text;
}

function atob(input) {
  if (arguments.length === 0) throw new codes.ERR_MISSING_ARGS('input');
  const text = encodings.native.atob(`${input}`);
  if (text === -1) throw invalidCharacter('Invalid character');
  if (text === null) throw encodings.noString(input.length, encodings.base64.most);
  if (text === -2) {
    throw invalidCharacter('The string to be decoded is not correctly encoded.');
  }
  return text;
}

function lazy(name, load) {
  Object.defineProperty(module.exports, name, {
    configurable: true,
    enumerable: true,
    get() { return load()[name]; },
    set(value) {
      Object.defineProperty(module.exports, name, {
        value, configurable: true, enumerable: true, writable: true,
      });
    },
  });
}

module.exports = {
  Buffer,
  SlowBuffer: make.SlowBuffer,
  transcode,
  isUtf8,
  isAscii,
  kMaxLength: fast.kMaxLength,
  kStringMaxLength: fast.kStringMaxLength,
  btoa,
  atob,
};
Object.defineProperty(module.exports, 'constants', {
  enumerable: true,
  value: Object.defineProperties({}, {
    MAX_LENGTH: { value: fast.kMaxLength, enumerable: true },
    MAX_STRING_LENGTH: { value: fast.kStringMaxLength, enumerable: true },
  }),
});
Object.defineProperty(module.exports, 'INSPECT_MAX_BYTES', {
  configurable: true,
  enumerable: true,
  get() { return settings.inspectMaxBytes; },
  set(value) {
    validateNumber(value, 'INSPECT_MAX_BYTES', 0);
    settings.inspectMaxBytes = value;
  },
});
lazy('Blob', () => require('internal/blob'));
lazy('resolveObjectURL', () => require('internal/blob'));
lazy('File', () => require('internal/file'));
