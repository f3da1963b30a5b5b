// SPDX-License-Identifier: MIT
// Operations of several requests are generators: each yields functions of `done` (as in
// internal/fs/ops.js) and gets their values back. Here they are run, at once or by the loop, so
// that the algorithms exist once.
'use strict';

function runNow(steps) {
  let step = steps.next();
  while (!step.done) {
    let value;
    try {
      value = step.value(undefined);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
  return step.value;
}

function run(done, steps) {
  if (done === undefined) return runNow(steps);
  function next(error, value) {
    let step;
    try {
      step = error ? steps.throw(error) : steps.next(value);
      if (!step.done) {
        step.value(next);
        return;
      }
    } catch (thrown) {
      done(thrown);
      return;
    }
    if (step.value === undefined) done(null);
    else done(null, step.value);
  }
  next(null);
  return undefined;
}

// Yielded: a pause. The sync form really waits.
function pause(ms) {
  return (done) => {
    if (done === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    else setTimeout(done, ms, null);
  };
}

module.exports = { pause, run };
