// SPDX-License-Identifier: MIT
// addAbortListener: a listener for 'abort' that is called even if others stop the event.
'use strict';
const { codes } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validators');

function addAbortListener(signal, listener) {
  if (signal === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  }
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  let remove;
  if (signal.aborted) {
    require('internal/tick').queueMicrotask(() => listener());
  } else {
    const { kResistStopPropagation } = require('internal/event_target');
    signal.addEventListener('abort', listener, { once: true, [kResistStopPropagation]: true });
    remove = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [Symbol.dispose]() {
      remove?.();
    },
  };
}

exports.addAbortListener = addAbortListener;
