// SPDX-License-Identifier: MIT
async function load() {
  throw new Error('no data');
}
load();
