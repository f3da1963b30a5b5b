// SPDX-License-Identifier: MIT
process.kill('x');
