// SPDX-License-Identifier: MIT
// Parts of emitters (js/lib/events.js) that are rarely needed: rejected promises that listeners
// return, and the warning about too many listeners.
'use strict';

const kRejection = Symbol.for('nodejs.rejection');

// `kCapture` is the emitter's switch: it is off while 'error' is emitted, or a failing listener of
// that would cause an endless loop.
function tell(emitter, error, type, args, kCapture) {
  if (typeof emitter[kRejection] === 'function') {
    emitter[kRejection](error, type, ...args);
    return;
  }
  const before = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit('error', error);
  } finally {
    emitter[kCapture] = before;
  }
}

function watch(emitter, result, type, args, kCapture) {
  const { nextTick } = require('internal/tick');
  try {
    const { then } = result;
    if (typeof then !== 'function') return;
    // In a tick, not in the microtask: what is thrown there is an uncaught exception.
    then.call(result, undefined, (error) => {
      nextTick(tell, emitter, error, type, args, kCapture);
    });
  } catch (error) {
    emitter.emit('error', error);
  }
}

function warnOfLeak(emitter, type, count, limit) {
  const { inspect } = require('internal/inspect');
  const warning = new Error('Possible EventEmitter memory leak detected. ' +
    `${count} ${String(type)} listeners added to ${inspect(emitter, { depth: -1 })}. ` +
    `MaxListeners is ${limit}. Use emitter.setMaxListeners() to increase limit`);
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = count;
  require('internal/process').process.emitWarning(warning);
}

exports.watch = watch;
exports.warnOfLeak = warnOfLeak;
