// SPDX-License-Identifier: MIT
try {
  undefined.x;
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 2).join('\n'));
}
