// SPDX-License-Identifier: MIT
// Keeps the frame of the asynchronous context across promises, for AsyncLocalStorage.
//
// The engine has no hook for that. But both then() and `await` of a promise ask the promise for its
// constructor, before they add their own reaction to it. So, from the first storage on, that
// property is a getter which adds a reaction first: when the promise is settled, the microtask
// before theirs brings back the frame in which they asked. Theirs keep their turns and their order.
// An `await` of what is no promise asks nothing, and keeps no frame.
'use strict';
const { context } = require('internal/state');

const { constructor: Plain, then } = Promise.prototype;
let following = false;
let inside = false; // then() below asks as well

function follow() {
  if (following) return;
  following = true;
  Object.defineProperty(Promise.prototype, 'constructor', {
    configurable: true,
    enumerable: false,
    get() {
      if (!inside && this !== Promise.prototype) {
        inside = true;
        try {
          const { frame } = context;
          const restore = () => { context.frame = frame; };
          then.call(this, restore, restore);
        } catch {
          // Not a promise: something that inherits from Promise.prototype.
        } finally {
          inside = false;
        }
      }
      return Plain;
    },
    set(value) {
      Object.defineProperty(this, 'constructor', {
        value, writable: true, enumerable: true, configurable: true,
      });
    },
  });
}

exports.follow = follow;
