// SPDX-License-Identifier: MIT
export const a = 1;
