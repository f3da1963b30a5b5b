// SPDX-License-Identifier: MIT
async function later() {
  await null;
  throw new TypeError('after an await');
}
later();
