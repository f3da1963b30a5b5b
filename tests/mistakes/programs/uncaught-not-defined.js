// SPDX-License-Identifier: MIT
function total(a, b) {
  return a + c;
}
total(1, 2);
