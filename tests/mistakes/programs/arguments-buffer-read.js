// SPDX-License-Identifier: MIT
Buffer.alloc(2).readInt32LE(0);
