// SPDX-License-Identifier: MIT
// A callback of the kind given by argv[2], which never returns.
'use strict';
function hang() {
  require('fs').writeSync(1, 'begin hang\n');
  for (;;);
}
const ways = {
  timeout: () => setTimeout(hang, 20),
  immediate: () => setImmediate(hang),
  tick: () => setTimeout(() => process.nextTick(hang), 1),
  microtask: () => setImmediate(() => queueMicrotask(hang)),
  callback: () => require('fs').stat('.', hang),
  main: hang,
};
ways[process.argv[2]]();
