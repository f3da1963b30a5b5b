// SPDX-License-Identifier: MIT
module.exports = {
  a: 1,
  b: [1, 2
};
