// SPDX-License-Identifier: MIT
const options = {
  a: 1
  b: 2,
};
