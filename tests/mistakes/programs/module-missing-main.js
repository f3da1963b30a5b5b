// SPDX-License-Identifier: MIT
// run: ./there-is-no-such-program.js
