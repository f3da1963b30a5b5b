// SPDX-License-Identifier: MIT
function count(n) {
  return count(n + 1) + 1;
}
try {
  count(0);
} catch (error) {
  console.log(error instanceof RangeError, error.message);
}
