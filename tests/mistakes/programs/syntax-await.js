// SPDX-License-Identifier: MIT
function f() {
  await g();
}
