// SPDX-License-Identifier: MIT
function inner() {
  return new Error('where').stack.split('\n').slice(0, 3).join('\n');
}
console.log(inner());
