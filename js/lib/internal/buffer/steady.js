// SPDX-License-Identifier: MIT
// Bytes for other threads. The memory of a resizable buffer may be unmapped while a thread works on
// it, so the thread gets a copy.
'use strict';

const { get: isResizable } = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resizable');
const { get: isDetached } = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'detached');
const { buffer: { get: bufferOf }, [Symbol.toStringTag]: { get: nameOf } } =
  Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Uint8Array.prototype));
const { get: dataBufferOf } = Object.getOwnPropertyDescriptor(DataView.prototype, 'buffer');

// What a getter of ArrayBuffer says; false for one that is shared.
function ask(getter, buffer) {
  try {
    return getter.call(buffer);
  } catch {
    return false;
  }
}

function mayShrink(view) {
  const get = nameOf.call(view) === undefined ? dataBufferOf : bufferOf;
  return ask(isResizable, get.call(view));
}

// The bytes of a view, or a copy of them.
function steady(view) {
  return mayShrink(view) ?
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice() : view;
}

// All the bytes of a buffer, of any realm: none if it was taken away.
function wholeOf(buffer) {
  return ask(isDetached, buffer) ? new Uint8Array(0) : new Uint8Array(buffer);
}

module.exports = { mayShrink, steady, wholeOf };
