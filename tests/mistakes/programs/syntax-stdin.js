// SPDX-License-Identifier: MIT
// run: -
// stdin
const a = 1 2;
