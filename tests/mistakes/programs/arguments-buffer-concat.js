// SPDX-License-Identifier: MIT
Buffer.concat('x');
