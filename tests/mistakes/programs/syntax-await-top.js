// SPDX-License-Identifier: MIT
const data = await load('x');
