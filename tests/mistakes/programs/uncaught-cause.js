// SPDX-License-Identifier: MIT
function inner() {
  throw new TypeError('the root');
}
try {
  inner();
} catch (error) {
  throw new Error('the outcome', { cause: error });
}
