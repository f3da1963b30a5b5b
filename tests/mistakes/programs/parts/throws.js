// SPDX-License-Identifier: MIT
function start() {
  throw new Error('while loading');
}
start();
