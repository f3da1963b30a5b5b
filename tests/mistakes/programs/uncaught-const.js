// SPDX-License-Identifier: MIT
const limit = 1;
limit = 2;
