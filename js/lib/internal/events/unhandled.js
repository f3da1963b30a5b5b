// SPDX-License-Identifier: MIT
// 'error' events without a listener: the error is thrown, and its report shows where it was
// emitted.
'use strict';

const emitters = new WeakMap(); // error -> { on, holder }

// Notes the calls that led to a function.
function note(error, emitter, below) {
  const holder = {};
  Error.captureStackTrace?.(holder, below);
  let name;
  try {
    name = emitter.constructor?.name;
  } catch {
    name = undefined; // a program may have made it anything
  }
  const isNamed = typeof name === 'string' && name !== '' && name !== 'EventEmitter';
  emitters.set(error, { on: isNamed ? ` on ${name} instance` : '', holder });
}

// { on, frames } or undefined.
function emittedAt(error) {
  const found = emitters.get(error);
  return found === undefined ? undefined : { on: found.on, frames: String(found.holder.stack) };
}

exports.note = note;
exports.emittedAt = emittedAt;
