// SPDX-License-Identifier: MIT
process.nextTick(() => { null.x; });
