// SPDX-License-Identifier: MIT
console.log(later);
const later = 1;
