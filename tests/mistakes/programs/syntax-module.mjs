// SPDX-License-Identifier: MIT
export const a = 1;
export const b = = 2;
