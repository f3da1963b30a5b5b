// SPDX-License-Identifier: MIT
function Old() { this.stack = new Error('made').stack; }
class New { constructor() { this.stack = new Error('made').stack; } }
console.log(new Old().stack.split('\n').slice(0, 3).join('\n'));
console.log(new New().stack.split('\n').slice(0, 3).join('\n'));
