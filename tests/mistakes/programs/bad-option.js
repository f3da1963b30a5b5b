// SPDX-License-Identifier: MIT
// run: --no-such-option {}
