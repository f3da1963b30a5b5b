// SPDX-License-Identifier: MIT
Buffer.alloc(-1);
