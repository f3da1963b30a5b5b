// SPDX-License-Identifier: MIT
// run: --trace-warnings {}
process.emitWarning('be careful', 'CustomWarning', 'W001');
