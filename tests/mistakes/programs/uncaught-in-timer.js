// SPDX-License-Identifier: MIT
setTimeout(() => {
  throw new Error('in a timer');
}, 1);
