// SPDX-License-Identifier: MIT
console.log(__dirname);
