// SPDX-License-Identifier: MIT
process.nextTick(5);
