// SPDX-License-Identifier: MIT
console.log('hello';
