// SPDX-License-Identifier: MIT
function fail() {
  throw new Error('it broke');
}
fail();
