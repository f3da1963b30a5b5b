// SPDX-License-Identifier: MIT
// Timers and immediates that were made in an asynchronous context store its frame. Most are not,
// and have no property for it: the fewer properties an object has, the cheaper a million of them.
'use strict';

class Carried extends (function(object) { return object; }) {
  #frame;

  constructor(object, frame) {
    super(object);
    this.#frame = frame;
  }

  static carry(object, frame) {
    if (#frame in object) object.#frame = frame;
    else new Carried(object, frame); // eslint-disable-line no-new
  }

  static frameOf(object) {
    return #frame in object ? object.#frame : undefined;
  }
}

exports.carry = Carried.carry;
exports.frameOf = Carried.frameOf;
