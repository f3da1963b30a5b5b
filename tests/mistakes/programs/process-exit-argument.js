// SPDX-License-Identifier: MIT
process.exit('text');
