// SPDX-License-Identifier: MIT
console.log(value);
let value = 1;
