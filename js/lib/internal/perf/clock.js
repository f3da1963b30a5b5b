// SPDX-License-Identifier: MIT
// Milliseconds since the process began.
'use strict';
const performance = binding('performance');

let origin;

exports.now = performance.now;
exports.timeOrigin = () => (origin ??= performance.origin());
