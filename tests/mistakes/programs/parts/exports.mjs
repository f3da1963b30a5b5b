// SPDX-License-Identifier: MIT
export const value = 1;
