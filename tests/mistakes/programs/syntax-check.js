// SPDX-License-Identifier: MIT
// run: --check {}
const a = {;
