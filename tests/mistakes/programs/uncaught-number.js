// SPDX-License-Identifier: MIT
function f() {
  throw 42;
}
f();
