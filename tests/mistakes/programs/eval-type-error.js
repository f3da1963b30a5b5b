// SPDX-License-Identifier: MIT
// run: -e undefined.x
