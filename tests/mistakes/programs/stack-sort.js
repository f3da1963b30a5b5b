// SPDX-License-Identifier: MIT
try {
  [3, 1].sort((a, b) => a.x.y - b.x.y);
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 2).join('\n'));
}
