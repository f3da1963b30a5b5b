// SPDX-License-Identifier: MIT
const text = 'not closed;
console.log(text);
