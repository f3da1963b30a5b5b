// SPDX-License-Identifier: MIT
function f() {
  if (true) {
    return 1;
}
