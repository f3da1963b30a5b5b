// SPDX-License-Identifier: MIT
function add(a: number, b: number) { return a + b; }
