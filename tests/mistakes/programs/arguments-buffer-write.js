// SPDX-License-Identifier: MIT
Buffer.alloc(2).writeUInt8(300);
