// SPDX-License-Identifier: MIT
const a = 1;
const b = ;
