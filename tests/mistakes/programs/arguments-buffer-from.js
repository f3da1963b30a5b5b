// SPDX-License-Identifier: MIT
Buffer.from(5);
