// SPDX-License-Identifier: MIT
// run: -
// stdin
function f() {
  throw new Error('from standard input');
}
f();
