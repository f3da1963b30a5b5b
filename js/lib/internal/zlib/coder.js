// SPDX-License-Identifier: MIT
// stream._handle of zlib's streams, for packages that call it themselves (pngjs does): the methods
// of Node's handles, on the coders of js/bind/zlib.c.
'use strict';
const native = binding('zlib');
const { failure } = require('internal/zlib/bytes');

const kOwner = Symbol('owner');
const nothing = new Uint8Array(0);

// What is left of the room and of the bytes goes to stream._writeState; false: it has failed.
function settle(coder, [availIn, availOut, errno, code, message]) {
  const stream = coder[kOwner];
  if (errno !== 0) {
    stream.destroy(failure(errno, code, message));
    return false;
  }
  stream._writeState[0] = availOut;
  stream._writeState[1] = availIn;
  return true;
}

class Coder {
  write(flag, input, inOffset, inSize, output, outOffset, outSize) {
    native.write(this, flag, [input ?? nothing, output], inOffset, inSize, outOffset, outSize,
      (...result) => {
        if (settle(this, result)) this.onwrite?.();
      });
  }

  writeSync(flag, input, inOffset, inSize, output, outOffset, outSize) {
    settle(this, native.write(this, flag, [input ?? nothing, output], inOffset, inSize, outOffset,
      outSize, undefined));
  }

  close() { native.close(this); }
  reset() { native.reset(this); }
  params(level, strategy) { native.params(this, level, strategy); }
}

exports.kOwner = kOwner;
exports.Coder = Coder;
