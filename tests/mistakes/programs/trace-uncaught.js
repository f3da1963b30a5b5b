// SPDX-License-Identifier: MIT
// run: --trace-uncaught {}
const error = new Error('made here');
function later() { throw error; }
later();
