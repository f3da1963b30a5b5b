// SPDX-License-Identifier: MIT
// events.once: a promise for the next event, which the async function of the module returns.
'use strict';
const { AbortError } = require('internal/errors');
const { validateAbortSignal, validateObject } = require('internal/validators');
const { listen, ignore } = require('internal/events/targets');

function once(source, name, options = {}) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  return new Promise((resolve, reject) => {
    const watchesError = name !== 'error' && typeof source.once === 'function';

    function finish() {
      if (signal !== undefined) ignore(signal, 'abort', onAbort);
    }
    function onEvent(...args) {
      if (watchesError && typeof source.removeListener === 'function') {
        source.removeListener('error', onError);
      }
      finish();
      resolve(args);
    }
    function onError(error) {
      if (typeof source.removeListener === 'function') source.removeListener(name, onEvent);
      finish();
      reject(error);
    }
    function onAbort() {
      ignore(source, name, onEvent);
      if (typeof source.removeListener === 'function') source.removeListener('error', onError);
      reject(new AbortError(undefined, { cause: signal.reason }));
    }

    listen(source, name, onEvent, { once: true });
    if (watchesError) source.once('error', onError);
    if (signal !== undefined) {
      const { kResistStopPropagation } = require('internal/event_target');
      listen(signal, 'abort', onAbort, { once: true, [kResistStopPropagation]: true });
    }
  });
}

exports.once = once;
