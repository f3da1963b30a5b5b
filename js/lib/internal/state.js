// SPDX-License-Identifier: MIT
// Memory that C and JavaScript share (js/runtime/runtime.h has the same list), so that neither has
// to call the other to know.
'use strict';
const tick = binding('tick');

exports.counts = tick.counts;
exports.times = tick.times;

// Places in counts.
exports.TICKS = 0;
exports.REJECTIONS = 1;
exports.IMMEDIATES = 2;
exports.IMMEDIATE_REFS = 3;
exports.IN_CHECK = 4;
exports.TIMERS = 5;
exports.FAILED = 6;

// Places in times.
exports.NEXT_TIMER = 0;
