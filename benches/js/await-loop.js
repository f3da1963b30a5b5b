// SPDX-License-Identifier: MIT
// A loop that awaits: only the engine's work.
'use strict';
const COUNT = 1000000;
(async () => {
  const start = process.hrtime.bigint();
  for (let i = 0; i < COUNT; i++) await null;
  console.log(Number(process.hrtime.bigint() - start) / COUNT);
})();
