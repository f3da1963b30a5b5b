// SPDX-License-Identifier: MIT
console.log(this.x);
