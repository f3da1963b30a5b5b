// SPDX-License-Identifier: MIT
// Timers that are cleared before they are due, like those of requests.
'use strict';
const COUNT = 1000000;
const start = process.hrtime.bigint();
for (let i = 0; i < COUNT; i++) clearTimeout(setTimeout(() => {}, 1000 + (i & 63)));
console.log(Number(process.hrtime.bigint() - start) / COUNT);
