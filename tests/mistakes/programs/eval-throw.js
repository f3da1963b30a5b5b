// SPDX-License-Identifier: MIT
// run: -e throw%20new%20Error('x')
