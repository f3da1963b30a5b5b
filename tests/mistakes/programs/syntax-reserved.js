// SPDX-License-Identifier: MIT
const class = 'x';
