// SPDX-License-Identifier: MIT
// Shared by the scenarios of this folder. If main() of a scenario waits for something that never
// comes, the scenario would otherwise end silently when nothing is left to do, and count as a
// success.
'use strict';

exports.say = (...words) => console.log(...words);

exports.run = (main) => {
  const awake = setInterval(() => {}, 1000);
  main().then(() => clearInterval(awake), (error) => {
    console.error(error);
    process.exit(1);
  });
};
